import { Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { answerOf, api, every } from '../api/client';
import { usePlace, type Place } from '../app/place';
import { Json } from '../ui/json';
import { Money } from '../ui/money';
import { PageHeader, Tabs } from '../ui/page-header';
import { Trouble } from '../ui/trouble';
import { ObjectList } from './objects';

/** Money becomes transferable with time, without an event. */
const REFRESH_MS = 30_000;

export function BalanceTabs({ name, mode }: Place): JSX.Element {
  const base = `/sandboxes/${name}/${mode}/balance`;
  return (
    <>
      <PageHeader title="Balance" />
      <Tabs
        label="Balance"
        tabs={[
          [base, 'Overview'],
          [`${base}/transactions`, 'Transactions'],
          [`${base}/receipts`, 'Receipts'],
          [`${base}/rates`, 'Exchange rates'],
        ]}
      />
    </>
  );
}

export function Balance(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const balance = useQuery({
    queryKey: ['balance', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/balance', { params: { path: { name, mode } } })),
    refetchInterval: every(REFRESH_MS),
  });
  return (
    <>
      <BalanceTabs {...place} />
      {balance.error && <Trouble error={balance.error} what="the balance" />}
      {balance.data && (
        <>
          <Group mb="md" align="stretch">
            {FIGURES.map(([field, label, about]) => (
              <Paper key={field} withBorder p="md" style={{ flex: '1 1 180px' }}>
                <Text size="sm" c="dimmed">
                  {label}
                </Text>
                <Text fz={28} lh="36px">
                  <Money amount={balance.data[field]} currency={balance.data.currency} />
                </Text>
                <Text size="xs" c="dimmed">
                  {about}
                </Text>
              </Paper>
            ))}
          </Group>
          <Json of={balance.data} label="JSON" />
        </>
      )}
    </>
  );
}

const FIGURES = [
  ['total', 'Total', 'Everything the account holds'],
  ['transferable', 'Transferable', 'Can be paid out now'],
  ['on_hold', 'On hold', 'Becomes transferable with time'],
  ['reserve', 'Reserve', 'Kept back by the gateway'],
] as const;

export function Transactions(): JSX.Element {
  return (
    <>
      <BalanceTabs {...usePlace()} />
      <ObjectList kind="transactions" label="Transactions" />
    </>
  );
}
