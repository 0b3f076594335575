import { Button, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { loading } from '../../api/load';
import type { FaultDraft } from './fault-form';
import { useAddedFault } from './added-fault';
import { countedWhen, passedText } from './fault-counts';
import { faultClause, faultSentence } from './fault-sentence';
import { MachineTime } from '../../ui/machine-time';
import { ActionButton } from '../../ui/action-button';
import { Empty } from '../../ui/empty';
import { ListTable } from '../../ui/list-table';
import { PageHeader } from '../../ui/page-header';
import { sandboxPath, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Trouble } from '../../ui/trouble';
import { counted } from '../../ui/words';

type Fault = Schemas['Fault'];

/** The stream tells when a fault is added, fires or is removed; it expires by the machine's clock alone. */
const REFRESH_MS = 15_000;

/** Faults that testers want most, by what they apply to. */
const TEMPLATES: readonly (readonly [
  group: string,
  templates: readonly (readonly [title: string, fault: FaultDraft])[],
])[] = [
  [
    'API responses',
    [
      [
        'Fail the next 2 charges (503)',
        { on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } },
      ],
      [
        'Create the charge, drop the response',
        { on: 'api', match: { route: 'POST /charges' }, when: 'after', do: { disconnect: true } },
      ],
      ['Delay every response 3 s', { on: 'api', times: 'always', do: { delay: '3s' } }],
      ['Rate-limit to 5/s (429)', { on: 'api', do: { rate_limit: { limit: 5, per: '1s' } } }],
    ],
  ],
  [
    'Payments',
    [
      ['Decline next payment: insufficient_fund', { on: 'payment', do: { fail: 'insufficient_fund' } }],
      ['Auto-pay next payment after 5 s', { on: 'payment', do: { settle: 'successful', after: '5s' } }],
    ],
  ],
  [
    'Webhooks',
    [
      ['Deliver next webhook 3×', { on: 'webhook', do: { duplicate: 3 } }],
      ['Deliver next 3 webhooks in reverse', { on: 'webhook', do: { reorder: 3 } }],
      ['Wrong signature on next webhook', { on: 'webhook', do: { wrong_signature: true } }],
      ['Webhook before the API response', { on: 'webhook', do: { before_answer: true } }],
    ],
  ],
];

const CustomFault = lazy(loading(() => import('./custom-fault')));

/** The faults of the sandbox: the active ones, templates and a form for others. */
export function Faults(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const base = `${sandboxPath(place)}/faults`;
  const [draft, setDraft] = useState<FaultDraft>();
  const added = useAddedFault();
  const faults = useQuery({
    queryKey: ['faults', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/faults', { params: { path: { name } } })),
    refetchInterval: every(REFRESH_MS),
  });
  const active = faults.data?.data.filter(({ status }) => status === 'active') ?? [];
  const done = faults.data?.data.filter(({ status }) => status !== 'active') ?? [];
  return (
    <Stack>
      <PageHeader
        title="Faults"
        about="A fault makes API responses, payments or webhooks of both modes go wrong until it is used up, or for 10 minutes unless customized."
      >
        {active.length + done.length > 1 && (
          <ActionButton call={{ method: 'DELETE', path: base }} done="All faults removed">
            Remove all faults
          </ActionButton>
        )}
        <Button size="xs" onClick={() => setDraft({ on: 'api', do: { status: 503 } })}>
          Custom fault…
        </Button>
      </PageHeader>
      {faults.error && <Trouble error={faults.error} what="faults" />}
      {faults.isPending && <Skeleton h={600} />}
      {faults.data && active.length === 0 && (
        <Empty title="No active faults">Add one from a template below.</Empty>
      )}
      {active.length > 0 && <FaultTable label="Active faults" faults={active} base={base} />}
      {done.length > 0 && (
        <details>
          <summary>{counted(done.length, 'ended fault')}</summary>
          <FaultTable label="Ended faults" faults={done} base={base} />
        </details>
      )}
      {!faults.isPending &&
        TEMPLATES.map(([group, templates]) => (
          <Stack key={group} gap="xs">
            <Title order={2}>{group}</Title>
            <div className="columns">
              {templates.map(([title, fault]) => (
                <Paper key={title} withBorder p="sm">
                  <Stack gap="xs" h="100%" justify="space-between">
                    <div>
                      <Text size="sm" fw={600}>
                        {title}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {faultSentence(fault)}
                      </Text>
                    </div>
                    <Group gap="xs">
                      <ActionButton call={{ method: 'POST', path: base, body: fault }} done={added}>
                        Add fault
                      </ActionButton>
                      <Button size="xs" variant="subtle" onClick={() => setDraft(fault)}>
                        Customize…
                      </Button>
                    </Group>
                  </Stack>
                </Paper>
              ))}
            </div>
          </Stack>
        ))}
      {draft && (
        <Suspense>
          <CustomFault first={draft} onClose={() => setDraft(undefined)} />
        </Suspense>
      )}
    </Stack>
  );
}

interface FaultTableProps {
  readonly label: string;
  readonly faults: readonly Fault[];
  readonly base: string;
}

function FaultTable({ label, faults, base }: FaultTableProps): JSX.Element {
  return (
    <ListTable label={label} heads={['Effect', 'Used', 'Ends', 'Name', 'Remove']} buttons="Remove">
      {faults.map((fault) => (
        <Table.Tr key={fault.id}>
          <Table.Td className="breaks" miw={200}>
            {faultSentence({
              ...fault,
              times: timesLeft(fault),
              skip: Math.max(0, fault.skip - fault.matched),
            })}
            <Text size="xs" c="dimmed">
              {countedWhen(fault)}
            </Text>
          </Table.Td>
          <Table.Td>
            <Used of={fault} />
          </Table.Td>
          <Table.Td>
            {fault.status === 'active' && <MachineTime at={fault.expires_at} />}
            {fault.status === 'exhausted' && <Status of="exhausted" label="Done" tone="neutral" />}
            {fault.status === 'expired' && <Status of="expired" />}
          </Table.Td>
          <Table.Td className="breaks" miw={90}>
            {fault.name}
          </Table.Td>
          <Table.Td>
            <ActionButton
              call={{ method: 'DELETE', path: `${base}/${encodeURIComponent(fault.name)}` }}
              done={`Fault removed: ${faultClause(fault)}`}
            >
              Remove
            </ActionButton>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

/** The remaining uses of an active fault, the limit of a done one. */
function timesLeft({ status, times, fired }: Fault): Fault['times'] {
  return status === 'active' && typeof times === 'number' ? times - fired : times;
}

/** More are not drawn one by one. */
const MOST_DOTS = 10;

/** `●●○ 2 of 3`. */
function Used({ of: fault }: { readonly of: Fault }): JSX.Element {
  const { fired, times, matched } = fault;
  const passed = passedText(fault);
  const title = `${matched} ${matched === 1 ? 'call has' : 'calls have'} matched`;
  if (times === 'always' || typeof times !== 'number')
    return (
      <span className="numbers whole" title={title}>
        {fired === 1 ? 'once' : `${fired} times`}
        {passed && <div>{passed}</div>}
      </span>
    );
  return (
    <span className="numbers whole" title={title}>
      {times <= MOST_DOTS && (
        <span
          aria-hidden
        >{`${'●'.repeat(Math.min(fired, times))}${'○'.repeat(Math.max(0, times - fired))} `}</span>
      )}
      {fired} of {times}
      {passed && <div>{passed}</div>}
    </span>
  );
}
