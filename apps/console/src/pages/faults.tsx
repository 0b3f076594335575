import { Accordion, Group, JsonInput, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, every } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { FaultForm, type FaultDraft } from '../parts/fault-form';
import { Json } from '../parts/json';
import { ListTable } from '../parts/list-table';
import { Related } from '../parts/related';
import { Status } from '../parts/status';

/** Faults to begin with, by what they are for. */
const EXAMPLES: Readonly<Record<string, object>> = {
  'Charges fail twice, then work': { on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } },
  'The charge is made, and its answer is lost': { on: 'api', match: { route: 'POST /charges' }, when: 'after', do: { disconnect: true } },
  'Every answer takes three seconds': { on: 'api', times: 'always', do: { delay: '3s' } },
  'More than five requests a second are too many': { on: 'api', do: { rate_limit: { limit: 5, per: '1s' } } },
  'The next payment is refused for want of money': { on: 'payment', do: { fail: 'insufficient_fund' } },
  'The next payment is made by itself after five seconds': { on: 'payment', do: { settle: 'successful', after: '5s' } },
  'The next webhook comes three times': { on: 'webhook', do: { duplicate: 3 } },
  'The next three webhooks come in reverse': { on: 'webhook', do: { reorder: 3 } },
  'The next webhook has a wrong signature': { on: 'webhook', do: { wrong_signature: true } },
  'The next webhook comes before the answer': { on: 'webhook', do: { before_answer: true } },
};
const [FIRST = ''] = Object.keys(EXAMPLES);

/** What is to go wrong in the sandbox, and stories to run in it. */
export function Faults(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const base = sandboxPath(place);
  const [text, setText] = useState(JSON.stringify(EXAMPLES[FIRST], null, 2));
  const [example, setExample] = useState(FIRST);
  const write = (fault: object): void => setText(JSON.stringify(fault, null, 2));
  const faults = useQuery({
    queryKey: ['faults', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/faults', { params: { path: { name } } })),
    refetchInterval: every(2_000),
  });
  if (faults.error) return <Trouble error={faults.error} />;
  const body = objectIn(text);
  return (
    <Stack>
      <Title order={1} size="h2">
        Faults and scenarios
      </Title>
      <ListTable label="Faults" heads={['Name', 'On', 'Does', 'Fired', 'Status', 'Remove']}>
        {faults.data?.data.map((fault) => (
          <Table.Tr key={fault.id}>
            <Table.Td className="breaks">{fault.name}</Table.Td>
            <Table.Td>{fault.on}</Table.Td>
            <Table.Td className="breaks">{JSON.stringify(fault.do)}</Table.Td>
            <Table.Td>
              {fault.fired} of {fault.times}, {fault.matched} matched
            </Table.Td>
            <Table.Td>
              <Status of={fault.status} />
            </Table.Td>
            <Table.Td>
              <Act call={{ method: 'DELETE', path: `${base}/faults/${encodeURIComponent(fault.name)}` }}>Remove</Act>
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      <Select
        label="What is to go wrong"
        description="One to begin with; change below what you need"
        data={Object.keys(EXAMPLES)}
        defaultValue={FIRST}
        onChange={(chosen) => {
          if (!chosen) return;
          setExample(chosen);
          write(EXAMPLES[chosen] ?? {});
        }}
        allowDeselect={false}
        searchable
      />
      <FaultForm key={example} draft={body ?? {}} onChange={write} />
      <JsonInput label="As it is set" value={text} onChange={setText} autosize minRows={6} formatOnBlur validationError="This is no JSON" />
      <Group>
        <Act call={{ method: 'POST', path: `${base}/faults`, body: body ?? {} }} disabled={body === undefined}>
          Set the fault
        </Act>
      </Group>
      <Scenarios base={base} />
    </Stack>
  );
}

function Scenarios({ base }: { readonly base: string }): JSX.Element {
  const [made, setMade] = useState<unknown>();
  const scenarios = useQuery({ queryKey: ['scenarios'], queryFn: () => answerOf(api.GET('/api/scenarios')), staleTime: Infinity });
  return (
    <>
      <Title order={2} size="h4">
        Scenarios
      </Title>
      {made !== undefined && (
        <>
          <Related to="" of={made} />
          <Json of={made} label="What the scenario made" />
        </>
      )}
      <Accordion variant="separated">
        {scenarios.data?.data.map(({ name, description, steps }) => (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control>
              {name}
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack>
                <Text size="sm" className="breaks">
                  {steps.join(' → ')}
                </Text>
                <Act call={{ method: 'POST', path: `${base}/scenarios/${name}/run`, body: {} }} onDone={setMade}>
                  Run {name}
                </Act>
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
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
