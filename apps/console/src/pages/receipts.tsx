import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { passes } from '../parts/filters';
import { useLongList, type ListPage } from '../parts/long-list';
import { LongTable } from '../parts/long-table';
import { Money } from '../parts/money';
import { SearchField, useSearchText } from '../parts/search';

type Receipt = Pick<Schemas['Receipt'], 'id' | 'number' | 'issued_on' | 'total' | 'charge_fee' | 'transfer_fee' | 'vat' | 'currency'>;

const LIMIT = 100;

const HEADS = [
  ['Number', '22%'],
  ['Day', '14%'],
  ['Total', '18%'],
  ['Charges', '15%'],
  ['Transfers', '15%'],
  ['VAT', '16%'],
] as const;

/** What the gateway has charged the merchant for, a receipt for each day that is over, the latest first. */
export function Receipts(): JSX.Element {
  const { name, mode } = usePlace();
  const search = useSearchText();
  const read = useCallback(
    async (before: string): Promise<ListPage<Receipt>> => {
      // The list of the emulated API counts and skips.
      const offset = before === 'end' ? 0 : Number(before);
      const asked = { limit: LIMIT, offset, order: 'reverse_chronological' as const };
      const path = { name, mode };
      const { data, total } = await answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/receipts', { params: { path, query: asked } }));
      return { data: data.toReversed(), previous: offset + data.length < total ? String(offset + data.length) : null };
    },
    [name, mode],
  );
  const list = useLongList(['receipts', name, mode], read);
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Receipts
        </Title>
        <SearchField search={search} placeholder="any word of it" />
      </Group>
      <LongTable
        label="Receipts"
        heads={HEADS}
        list={list}
        shown={list.items.filter((receipt) => passes(receipt, search.filters))}
        empty="No day with fees is over. Advance the clock by a day after a payment."
        cells={({ id, number, issued_on: day, total, charge_fee: charges, transfer_fee: transfers, vat, currency }) => [
          <Anchor key="id" component={Link} to={`/sandboxes/${name}/${mode}/objects/receipts/${id}`} size="sm">
            {number}
          </Anchor>,
          day,
          ...[total, charges, transfers, vat].map((amount, column) => (
            <Money key={HEADS[column + 2]?.[0]} amount={amount} currency={currency} />
          )),
        ]}
      />
    </>
  );
}
