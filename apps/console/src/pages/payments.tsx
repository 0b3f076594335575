import { Anchor, Group, Table, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { parseFilters, passes } from '../parts/filters';
import { Instant } from '../parts/instant';
import { ListTable } from '../parts/list-table';
import { Money } from '../parts/money';
import { Offsets, useOffset } from '../parts/offsets';
import { Status } from '../parts/status';

/** The charges of a mode, the latest first. */
export function Payments(): JSX.Element {
  const { name, mode } = usePlace();
  const page = useOffset();
  const [search, setSearch] = useState('');
  const filters = useMemo(() => parseFilters(search), [search]);
  const charges = useQuery({
    queryKey: ['charges', name, mode, page.offset],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/charges', {
          params: { path: { name, mode }, query: { order: 'reverse_chronological', limit: page.limit, offset: page.offset } },
        }),
      ),
    refetchInterval: 3_000,
  });
  if (charges.error) return <Trouble error={charges.error} />;
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Payments
        </Title>
        <TextInput
          data-search
          aria-label="Filter"
          placeholder="1042, status:pending, -status:successful"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          style={{ flex: '1 1 200px' }}
        />
      </Group>
      <ListTable label="Payments" heads={['Amount', 'Status', 'Method', 'Order', 'Made', 'Id']}>
        {charges.data?.data
          .filter((charge) => passes(charge, filters))
          .map((charge) => (
            <Table.Tr key={charge.id}>
              <Table.Td>
                <Money amount={charge.amount} currency={charge.currency} />
              </Table.Td>
              <Table.Td>
                <Status of={charge.status} />
              </Table.Td>
              <Table.Td>{charge.source?.type ?? 'card'}</Table.Td>
              <Table.Td className="breaks">{orderOf(charge.metadata)}</Table.Td>
              <Table.Td>
                <Instant at={charge.created_at} />
              </Table.Td>
              <Table.Td>
                <Anchor component={Link} to={`/sandboxes/${name}/${mode}/payments/${charge.id}`} size="sm" ff="monospace">
                  {charge.id}
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
      </ListTable>
      <Offsets page={page} total={charges.data?.total ?? 0} />
    </>
  );
}

/** What merchants write into metadata to find their order again. */
function orderOf(metadata: object): string {
  const values = Object.values(metadata).filter((value) => ['string', 'number'].includes(typeof value));
  return values.map(String).join(', ').slice(0, 80);
}
