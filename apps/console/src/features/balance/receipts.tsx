import { Link } from '@tanstack/react-router';
import { useCallback, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { moneyColumn, textColumn, type At, type Column } from '../../lists/column';
import { FilterBar, useSearchText } from '../../lists/filter-bar';
import type { ListPage } from '../../lists/known-items';
import { useColumns } from '../../lists/list-page';
import { useLongList } from '../../lists/long-list';
import { LongTable } from '../../lists/long-table';
import { ActionButton } from '../../ui/action-button';
import { advanceText } from '../../ui/advance';
import { Empty } from '../../ui/empty';
import { sandboxPath, pathIn, usePlace } from '../../ui/place';
import { BalanceTabs } from './balance';

type Receipt = Pick<
  Schemas['Receipt'],
  'id' | 'number' | 'issued_on' | 'total' | 'charge_fee' | 'transfer_fee' | 'vat' | 'currency'
>;

const LIMIT = 100;

function columnsAt({ place }: At): readonly Column<Receipt>[] {
  return [
    {
      name: 'Number',
      width: 160,
      card: 1,
      text: ({ number }) => number,
      cell: ({ id, number }) => (
        <Link to={pathIn(place, `/objects/receipts/${id}`)} className="row-link entry">
          {number}
        </Link>
      ),
    },
    textColumn('Date', 112, ({ issued_on: day }) => day, { card: 3 }),
    moneyColumn('Charge fees', money('charge_fee'), { rank: 2 }),
    moneyColumn('Transfer fees', money('transfer_fee'), { rank: 1 }),
    moneyColumn('VAT', money('vat'), { rank: 3 }),
    moneyColumn('Total', money('total'), { card: 2 }),
  ];
}

function money(field: 'total' | 'charge_fee' | 'transfer_fee' | 'vat') {
  return (receipt: Receipt) => ({ amount: receipt[field], currency: receipt.currency });
}

/** The receipts for fees, one for each day, the latest first. */
export function Receipts(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const read = useCallback(
    async (before: string): Promise<ListPage<Receipt>> => {
      // The emulated API pages by offset.
      const offset = before === 'end' ? 0 : Number(before);
      const asked = { limit: LIMIT, offset, order: 'reverse_chronological' as const };
      const path = { name, mode };
      const { data, total } = await answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/receipts', { params: { path, query: asked } }),
      );
      return {
        data: data.toReversed(),
        previous: offset + data.length < total ? String(offset + data.length) : null,
      };
    },
    [name, mode],
  );
  const list = useLongList(['receipts', name, mode], undefined, read);
  const columns = useColumns(columnsAt);
  return (
    <>
      <BalanceTabs {...place} />
      <FilterBar search={search} placeholder="Search by number or date" error={list.error} />
      <LongTable
        label="Receipts"
        columns={columns}
        list={list}
        shown={list.items.filter(({ number, issued_on: day }) =>
          `${number} ${day}`.toLowerCase().includes(search.words),
        )}
        isFiltered={search.words !== ''}
        empty={
          <Empty
            title="No receipts yet"
            action={
              <ActionButton
                call={{ method: 'POST', path: `${sandboxPath(place)}/clock/advance`, body: { by: '1d' } }}
                done={(answer) => advanceText(answer as Schemas['Advance'])}
              >
                Advance clock 1 day
              </ActionButton>
            }
          >
            One is issued after each day with fees.
          </Empty>
        }
      />
    </>
  );
}
