import { Button, Group, JsonInput, Modal, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { FaultForm, type FaultDraft } from '../parts/fault-form';
import { faultSentence } from '../parts/fault-sentence';
import { Act } from '../ui/act';
import { Empty } from '../ui/empty';
import { ListTable } from '../ui/list-table';
import { PageHeader } from '../ui/page-header';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { Trouble } from '../ui/trouble';

/** The stream tells when a fault is added, fires or is removed; it expires by the machine's clock alone. */
const REFRESH_MS = 15_000;

/** Faults that testers want most, by what they apply to. */
const TEMPLATES: readonly (readonly [group: string, templates: readonly (readonly [title: string, fault: FaultDraft])[]])[] = [
  [
    'API responses',
    [
      ['Fail the next 2 charges (503)', { on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } }],
      ['Create the charge, drop the response', { on: 'api', match: { route: 'POST /charges' }, when: 'after', do: { disconnect: true } }],
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

/** The faults of the sandbox: templates, a form for others, and those that were added. */
export function Faults(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const base = `${sandboxPath(place)}/faults`;
  const [draft, setDraft] = useState<FaultDraft>();
  const faults = useQuery({
    queryKey: ['faults', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/faults', { params: { path: { name } } })),
    refetchInterval: every(REFRESH_MS),
  });
  return (
    <>
      <PageHeader title="Faults" about="A fault makes the API, a payment or a webhook go wrong, as often and for as long as it says.">
        <Button size="xs" onClick={() => setDraft({ on: 'api', do: { status: 503 } })}>
          Custom fault…
        </Button>
      </PageHeader>
      {faults.error && <Trouble error={faults.error} what="faults" />}
      {faults.data?.data.length === 0 && <Empty title="No faults">Add one from a template below.</Empty>}
      {faults.data && faults.data.data.length > 0 && <FaultTable faults={faults.data.data} base={base} />}
      {TEMPLATES.map(([group, templates]) => (
        <Stack key={group} gap="xs" mt="md">
          <Title order={2}>{group}</Title>
          <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }}>
            {templates.map(([title, fault]) => (
              <Paper key={title} withBorder p="sm">
                <Text size="sm" fw={600}>
                  {title}
                </Text>
                <Text size="xs" c="dimmed" mb="xs">
                  {faultSentence(fault)}
                </Text>
                <Group gap="xs">
                  <Act
                    call={{ method: 'POST', path: base, body: fault }}
                    done={(added) => `Fault "${(added as { name: string }).name}" added`}
                  >
                    Add fault
                  </Act>
                  <Button size="xs" variant="subtle" onClick={() => setDraft(fault)}>
                    Customize…
                  </Button>
                </Group>
              </Paper>
            ))}
          </SimpleGrid>
        </Stack>
      ))}
      {draft && <CustomFault first={draft} base={base} onClose={() => setDraft(undefined)} />}
    </>
  );
}

function FaultTable({ faults, base }: { readonly faults: readonly Schemas['Fault'][]; readonly base: string }): JSX.Element {
  return (
    <ListTable label="Faults" heads={['Fault', 'Used', 'Status', 'Ends', 'Remove']}>
      {faults.map((fault) => (
        <Table.Tr key={fault.id}>
          <Table.Td className="breaks">
            {fault.name}
            <Text size="xs" c="dimmed">
              {faultSentence(fault)}
            </Text>
          </Table.Td>
          <Table.Td className="numbers" title={`${fault.matched} matched`}>
            {fault.times === 'always' ? fault.fired : `${fault.fired} of ${fault.times}`}
          </Table.Td>
          <Table.Td>
            <Status
              of={fault.status}
              label={fault.status === 'exhausted' ? 'Done' : undefined}
              tone={fault.status === 'active' ? 'retrying' : 'neutral'}
            />
          </Table.Td>
          <Table.Td>{fault.status === 'active' ? <Time at={fault.expires_at} /> : '–'}</Table.Td>
          <Table.Td>
            <Act call={{ method: 'DELETE', path: `${base}/${encodeURIComponent(fault.name)}` }} done={`Fault "${fault.name}" removed`}>
              Remove
            </Act>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

interface CustomFaultProps {
  readonly first: FaultDraft;
  readonly base: string;
  readonly onClose: () => void;
}

function CustomFault({ first, base, onClose }: CustomFaultProps): JSX.Element {
  const [text, setText] = useState(JSON.stringify(first, null, 2));
  const draft = objectIn(text);
  return (
    <Modal opened onClose={onClose} title="Custom fault" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <FaultForm draft={draft ?? {}} onChange={(fault) => setText(JSON.stringify(fault, null, 2))} />
        {draft && <Text size="sm">{faultSentence(draft)}</Text>}
        <JsonInput
          label="JSON"
          value={text}
          onChange={setText}
          autosize
          minRows={4}
          maxRows={12}
          formatOnBlur
          validationError="Invalid JSON"
        />
        <Group justify="flex-end">
          <Act
            call={{ method: 'POST', path: base, body: draft ?? {} }}
            done={(added) => `Fault "${(added as { name: string }).name}" added`}
            onDone={onClose}
            disabled={draft === undefined}
          >
            Add fault
          </Act>
        </Group>
      </Stack>
    </Modal>
  );
}

function objectIn(text: string): FaultDraft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as FaultDraft) : undefined;
  } catch {
    return undefined;
  }
}
