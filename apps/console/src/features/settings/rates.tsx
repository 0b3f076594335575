import { Group, Select, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import type { ControlCall } from '../../api/curl';
import { sandboxPath, usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { ActionButton } from '../../ui/action-button';
import { Form } from '../../ui/form';
import { Time } from '../../ui/time';
import { ListTable } from '../../ui/list-table';
import { instantOf, localTimeOf, ZONE } from '../../ui/local-time';
import { SettingsTabs } from './settings';

type SetRate = Schemas['ExchangeRate'];

/** An override can take effect by the sandbox's clock. */
const REFRESH_MS = 30_000;

/** The current exchange rates, and those that the sandbox overrides. */
export function Rates(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  const account = useQuery({
    queryKey: ['account', name, mode],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/account', { params: { path: { name, mode } } })),
  });
  const error = sandbox.error ?? account.error;
  if (!sandbox.data || !account.data)
    return (
      <>
        <SettingsTabs />
        {error && <Trouble error={error} what="exchange rates" />}
      </>
    );
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
      <div>
        <SettingsTabs />
      </div>
      <Title order={2}>Overrides</Title>
      {rates.length === 0 ? (
        <Text c="dimmed" size="sm">
          No overrides. Built-in rates apply.
        </Text>
      ) : (
        <ListTable
          label="Overrides"
          heads={['Currency', `${own} per unit`, 'Effective from', 'Remove']}
          buttons="Remove"
        >
          {rates.map((rate) => (
            <Table.Tr key={`${rate.currency} ${rate.from}`}>
              <Table.Td>{rate.currency}</Table.Td>
              <Table.Td>{rate.rate}</Table.Td>
              <Table.Td>{rate.from === null ? 'always' : <Time at={rate.from} />}</Table.Td>
              <Table.Td>
                <ActionButton call={set(rates.filter((one) => one !== rate))} done="Override removed">
                  {`Remove ${rate.currency}`}
                </ActionButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
      <NewRate own={own} currencies={others} rates={rates} set={set} />
      <Title order={2}>Current rates</Title>
      <PresentRates own={own} currencies={others} />
    </Stack>
  );
}

interface NewRateProps {
  readonly own: string;
  readonly currencies: readonly string[];
  readonly rates: readonly SetRate[];
  /** The call that replaces all overrides. */
  readonly set: (all: readonly object[] | null) => ControlCall;
}

function NewRate({ own, currencies, rates, set }: NewRateProps): JSX.Element {
  const [currency, setCurrency] = useState(currencies[0] ?? '');
  const [rate, setRate] = useState('');
  const [from, setFrom] = useState('');
  const others = rates.filter((one) => one.currency !== currency || (one.from ?? '') !== from);
  return (
    <Form>
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
          label={`${own} per unit`}
          placeholder="36.5"
          value={rate}
          onChange={(event) => setRate(event.currentTarget.value)}
          w={100}
        />
        <TextInput
          size="xs"
          type="datetime-local"
          step={1}
          label={`Effective from (${ZONE})`}
          value={localTimeOf(from)}
          onChange={(event) => setFrom(instantOf(event.currentTarget.value))}
          w={240}
        />
        <ActionButton
          type="submit"
          call={set([...others, { currency, rate, ...(from !== '' && { from }) }])}
          done={`Rate of ${currency} set`}
          disabled={rate === ''}
          onDone={() => setRate('')}
        >
          Set rate
        </ActionButton>
        {rates.length > 0 && (
          <ActionButton
            call={set(null)}
            done="All overrides removed"
            question={{
              title: 'Remove all overrides?',
              consequence: `Removes ${rates.length} overrides. Built-in rates apply to all currencies.`,
              confirm: 'Remove overrides',
            }}
          >
            Remove all overrides…
          </ActionButton>
        )}
      </Group>
    </Form>
  );
}

function PresentRates({ own, currencies }: Pick<NewRateProps, 'own' | 'currencies'>): JSX.Element {
  const { name, mode } = usePlace();
  const present = useQuery({
    queryKey: ['forex', name, mode, own],
    queryFn: () =>
      Promise.all(
        currencies.map((currency) =>
          answerOf(
            api.GET('/api/sandboxes/{name}/api/{mode}/forex/{currency}', {
              params: { path: { name, mode, currency } },
            }),
          ),
        ),
      ),
    refetchInterval: every(REFRESH_MS),
  });
  if (present.error) return <Trouble error={present.error} what="current rates" />;
  if (!present.data) return <Skeleton h={120} />;
  return (
    <ListTable label="Current rates" heads={['Currency', own]} extra={[]}>
      {present.data.map(({ base, rate }) => (
        <Table.Tr key={base}>
          <Table.Td>{base}</Table.Td>
          <Table.Td>{rate}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
