import { Group, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import type { ControlCall } from '../api/curl';
import { sandboxPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { Instant } from '../parts/instant';
import { ListTable } from '../parts/list-table';
import { instantOf, localTimeOf, ZONE } from '../parts/local-time';

type SetRate = Schemas['ExchangeRate'];

/** How often present rates are read: one may begin by the sandbox's clock. */
const REFRESH_MS = 10_000;

/** What currencies are worth in the account's own at present, and the rates that the sandbox has set. */
export function Rates(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  const account = useQuery({
    queryKey: ['account', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/account', { params: { path: { name, mode } } })),
  });
  const error = sandbox.error ?? account.error;
  if (error) return <Trouble error={error} />;
  if (!sandbox.data || !account.data) return <Text>…</Text>;
  const { currency: own, supported_currencies: supported } = account.data;
  const others = supported.filter((currency) => currency !== own);
  const { exchange_rates: rates } = sandbox.data;
  const set = (all: readonly object[] | null): ControlCall => ({
    method: 'PATCH',
    path: sandboxPath(place),
    body: { exchange_rates: all },
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        Exchange rates
      </Title>
      <Title order={2} size="h4">
        Set by the sandbox
      </Title>
      {rates.length === 0 ? (
        <Text c="dimmed">None: all rates are the fixed ones.</Text>
      ) : (
        <ListTable label="Rates that the sandbox has set" heads={['Currency', `Worth in ${own}`, 'From', 'Remove']}>
          {rates.map((rate) => (
            <Table.Tr key={`${rate.currency} ${rate.from}`}>
              <Table.Td>{rate.currency}</Table.Td>
              <Table.Td>{rate.rate}</Table.Td>
              <Table.Td>{rate.from === null ? 'since ever' : <Instant at={rate.from} />}</Table.Td>
              <Table.Td>
                <Act call={set(rates.filter((one) => one !== rate))}>Remove {rate.currency}</Act>
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
      <NewRate own={own} currencies={others} rates={rates} set={set} />
      <Title order={2} size="h4">
        At present, by the sandbox’s clock
      </Title>
      <PresentRates own={own} currencies={others} />
    </Stack>
  );
}

interface NewRateProps {
  readonly own: string;
  readonly currencies: readonly string[];
  readonly rates: readonly SetRate[];
  /** The call that sets these in the place of all. */
  readonly set: (all: readonly object[] | null) => ControlCall;
}

function NewRate({ own, currencies, rates, set }: NewRateProps): JSX.Element {
  const [currency, setCurrency] = useState(currencies[0] ?? '');
  const [rate, setRate] = useState('');
  const [from, setFrom] = useState('');
  const others = rates.filter((one) => one.currency !== currency || (one.from ?? '') !== from);
  return (
    <Group align="flex-end">
      <Select
        size="xs"
        label="Currency"
        data={currencies}
        value={currency}
        onChange={(value) => value && setCurrency(value)}
        allowDeselect={false}
        w={90}
      />
      <TextInput
        size="xs"
        label={`Worth in ${own}`}
        placeholder="36.5"
        value={rate}
        onChange={(event) => setRate(event.currentTarget.value)}
        w={100}
      />
      <TextInput
        size="xs"
        type="datetime-local"
        step={1}
        label={`From this sandbox time, in ${ZONE}`}
        value={localTimeOf(from)}
        onChange={(event) => setFrom(instantOf(event.currentTarget.value))}
        w={240}
      />
      <Act call={set([...others, { currency, rate, ...(from !== '' && { from }) }])} disabled={rate === ''} onDone={() => setRate('')}>
        Set the rate
      </Act>
      {rates.length > 0 && (
        <Act call={set(null)} isAskedTwice>
          All fixed again
        </Act>
      )}
    </Group>
  );
}

function PresentRates({ own, currencies }: Pick<NewRateProps, 'own' | 'currencies'>): JSX.Element {
  const { name, mode } = usePlace();
  const present = useQuery({
    queryKey: ['forex', name, mode, own],
    queryFn: () =>
      Promise.all(
        currencies.map((currency) =>
          answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/forex/{currency}', { params: { path: { name, mode, currency } } })),
        ),
      ),
    refetchInterval: every(REFRESH_MS),
  });
  if (present.error) return <Trouble error={present.error} />;
  if (!present.data) return <Text>…</Text>;
  return (
    <ListTable label="Present rates" heads={['One', `Is worth in ${own}`]}>
      {present.data.map(({ base, rate }) => (
        <Table.Tr key={base}>
          <Table.Td>{base}</Table.Td>
          <Table.Td>{rate}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
