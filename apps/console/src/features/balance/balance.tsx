import { Button, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { ObjectLink, SignedMoney } from '../../lists/cells';
import { Empty } from '../../ui/empty';
import { Json } from '../../ui/json';
import { ListTable } from '../../ui/list-table';
import { Money } from '../../ui/money';
import { moneyText } from '../../ui/money-text';
import { PageHeader, Tabs } from '../../ui/page-header';
import { pathIn, usePlace, type Place } from '../../ui/place';
import { fullTime } from '../../ui/time-text';
import { Time, useSandboxNow } from '../../ui/time';
import { Trouble } from '../../ui/trouble';
import { labelOf } from '../../ui/words';
import { ObjectList } from '../objects/objects';

type Transaction = Schemas['Transaction'];

/** Money becomes transferable with time, without an event. */
const REFRESH_MS = 30_000;
/** Transactions on this page; the tab has all. */
const LATEST = 20;
/** Longer than money waits until it is transferable. */
const WAIT_MS = 8 * 86_400_000;
const MOST = 100;

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
        ]}
      />
    </>
  );
}

export function Balance(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const path = { name, mode };
  const balance = useQuery({
    queryKey: ['balance', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/balance', { params: { path } })),
    refetchInterval: every(REFRESH_MS),
  });
  return (
    <>
      <BalanceTabs {...place} />
      {balance.error && <Trouble error={balance.error} what="the balance" />}
      {!balance.data && !balance.error && <Skeleton h={110} />}
      {balance.data && (
        <Stack>
          <Group align="stretch">
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
          <Upcoming balance={balance.data} />
          <Ledger>
            <Json of={balance.data} label="JSON" />
            <Group component="nav" aria-label="More about the balance" gap="xs">
              <Button component={Link} to={pathIn(place, '/balance/receipts')} size="xs" variant="default">
                Receipts for fees
              </Button>
              <Button component={Link} to={pathIn(place, '/balance/rates')} size="xs" variant="default">
                Exchange rates
              </Button>
            </Group>
          </Ledger>
        </Stack>
      )}
    </>
  );
}

const FIGURES = [
  ['total', 'Total', 'Everything the account holds'],
  ['transferable', 'Transferable', 'Can be paid out now'],
  ['on_hold', 'On hold', 'Withheld by the gateway'],
  ['reserve', 'Reserve', 'Kept back by the gateway'],
] as const;

/** "THB 1,441.75 becomes transferable on 2 Dec 2026, 15:49:32 GMT+7." */
function Upcoming({
  balance: { total, transferable, currency },
}: {
  readonly balance: Schemas['Balance'];
}): JSX.Element | null {
  const { name, mode } = usePlace();
  const now = useSandboxNow();
  const waiting = total - transferable;
  const recent = useQuery({
    queryKey: ['transactions', name, mode, 'waiting'],
    enabled: waiting > 0,
    queryFn: () => {
      const query = {
        from: new Date(now().getTime() - WAIT_MS).toISOString(),
        limit: MOST,
        order: 'chronological' as const,
      };
      return answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/transactions', { params: { path: { name, mode }, query } }),
      );
    },
    refetchInterval: every(REFRESH_MS),
  });
  const next = recent.data?.data.find(
    ({ direction, transferable_at: at }) => direction === 'credit' && Date.parse(at) > now().getTime(),
  );
  if (waiting <= 0 || !next) return null;
  const [all, first] = [waiting, next.amount].map((amount) => moneyText({ amount, currency }));
  const at = fullTime(next.transferable_at);
  return (
    <Text size="sm">
      {next.amount >= waiting
        ? `${all} becomes transferable on ${at}.`
        : `${all} is not transferable yet. The first ${first} becomes transferable on ${at}.`}
    </Text>
  );
}

/** The latest transactions with their signs. Content below is rendered after them, so that it does not shift. */
function Ledger({ children }: { readonly children: ReactNode }): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const latest = useQuery({
    queryKey: ['transactions', name, mode, 'latest'],
    queryFn: () => {
      const query = { limit: LATEST, order: 'reverse_chronological' as const };
      return answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/transactions', { params: { path: { name, mode }, query } }),
      );
    },
    refetchInterval: every(REFRESH_MS),
  });
  const transactions = latest.data?.data ?? [];
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Latest transactions</Title>
        {(latest.data?.total ?? 0) > LATEST && (
          <Link to={pathIn(place, '/balance/transactions')}>
            All {latest.data?.total.toLocaleString('en')} transactions
          </Link>
        )}
      </Group>
      {latest.error && <Trouble error={latest.error} what="transactions" />}
      {latest.isPending && <Skeleton h={200} />}
      {latest.data && transactions.length === 0 && (
        <Empty title="No transactions yet">
          Captured charges, refunds, disputes and transfers change the balance.
        </Empty>
      )}
      {transactions.length > 0 && (
        <ListTable
          label="Ledger"
          heads={['Time', 'Type', 'Object', 'Amount', 'Transferable']}
          right={['Amount']}
        >
          {transactions.map((transaction) => (
            <LedgerRow key={transaction.id} transaction={transaction} place={place} />
          ))}
        </ListTable>
      )}
      {!latest.isPending && children}
    </Stack>
  );
}

function LedgerRow({
  transaction,
  place,
}: {
  readonly transaction: Transaction;
  readonly place: Place;
}): JSX.Element {
  const now = useSandboxNow();
  const {
    key,
    origin,
    direction,
    amount,
    currency,
    created_at: at,
    transferable_at: transferableAt,
  } = transaction;
  const isCredit = direction === 'credit';
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={at} />
      </Table.Td>
      <Table.Td>{typeText(key)}</Table.Td>
      <Table.Td>
        <ObjectLink id={origin} place={place} />
      </Table.Td>
      <Table.Td className="right">
        <SignedMoney of={{ direction, amount, currency }} />
      </Table.Td>
      <Table.Td>
        {!isCredit || Date.parse(transferableAt) <= now().getTime() ? (
          'now'
        ) : (
          <>
            from <Time at={transferableAt} />
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** "Charge captured" for `charge.captured.net`, "Refund" for `refund.refunded.gross`. */
function typeText(key: string): string {
  const [noun = '', verb = ''] = key.split('.');
  return labelOf(verb.startsWith(noun) ? noun : `${noun}_${verb}`);
}

export function Transactions(): JSX.Element {
  return (
    <>
      <BalanceTabs {...usePlace()} />
      <ObjectList kind="transactions" label="Transactions" />
    </>
  );
}
