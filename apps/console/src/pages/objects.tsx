import { Anchor, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { make } from '../api/curl';
import { emulatedPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Instant } from '../parts/instant';
import { Json } from '../parts/json';
import { ListTable } from '../parts/list-table';
import { Money } from '../parts/money';
import { Offsets, useOffset } from '../parts/offsets';
import { Status } from '../parts/status';

/** What lists show of an object, whichever it is. */
interface Listed {
  readonly id: string;
  readonly created_at: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly status?: string;
  readonly email?: string | null;
  readonly description?: string | null;
  readonly charge?: string;
  readonly direction?: string;
  readonly origin?: string;
}

interface List {
  readonly data: readonly Listed[];
  readonly total: number;
}

const TITLES: Readonly<Record<string, string>> = {
  customers: 'Customers',
  refunds: 'Refunds',
  disputes: 'Disputes',
  linked_accounts: 'Linked accounts',
  transactions: 'Balance and transactions',
};

/** A list of the emulated API, the latest first. */
export function Objects(): JSX.Element {
  const { kind = '' } = useParams({ strict: false });
  const place = usePlace();
  const page = useOffset();
  const path = `${emulatedPath(place)}/${kind}?order=reverse_chronological&limit=${page.limit}&offset=${page.offset}`;
  const list = useQuery({ queryKey: [path], queryFn: () => make({ method: 'GET', path }) as Promise<List>, refetchInterval: 3_000 });
  if (list.error) return <Trouble error={list.error} />;
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        {TITLES[kind] ?? kind}
      </Title>
      {kind === 'transactions' && <Balance />}
      <ListTable label="Objects" heads={['Id', 'Amount', 'Status', 'About', 'Made']}>
        {list.data?.data.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              <Anchor component={Link} to={`/sandboxes/${place.name}/${place.mode}/objects/${kind}/${one.id}`} size="sm" ff="monospace">
                {one.id}
              </Anchor>
            </Table.Td>
            <Table.Td>{one.amount !== undefined && one.currency && <Money amount={one.amount} currency={one.currency} />}</Table.Td>
            <Table.Td>{one.status && <Status of={one.status} />}</Table.Td>
            <Table.Td className="breaks">
              {[one.email, one.description, one.direction, one.origin, one.charge].filter(Boolean).join(', ')}
            </Table.Td>
            <Table.Td>
              <Instant at={one.created_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      <Offsets page={page} total={list.data?.total ?? 0} />
    </>
  );
}

function Balance(): JSX.Element | null {
  const path = `${emulatedPath(usePlace())}/balance`;
  const balance = useQuery({ queryKey: [path], queryFn: () => make({ method: 'GET', path }), refetchInterval: 3_000 });
  return balance.data ? <Json of={balance.data} label="Balance" /> : null;
}
