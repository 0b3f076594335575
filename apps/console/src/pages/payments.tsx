import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { pathIn, usePlace } from '../app/place';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import { useFoundObjects, type FoundObject } from '../lists/found-objects';
import { LongTable, type Column } from '../lists/long-table';
import { Empty } from '../ui/empty';
import { IdText } from '../ui/id-text';
import { Money, moneyText } from '../ui/money';
import { PageHeader } from '../ui/page-header';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { labelOf } from '../ui/words';

/** The charges of a mode, the latest first. */
export function Payments(): JSX.Element {
  const place = usePlace();
  const search = useSearchText();
  const { list, shown } = useFoundObjects('charges', search.filters);
  const columns: readonly Column<FoundObject>[] = [
    {
      name: 'Amount',
      width: '15%',
      isRight: true,
      cell: ({ id, amount, currency }) =>
        amount !== null &&
        currency && (
          <Link to={pathIn(place, `/payments/${id}`)} className="row-link entry" aria-label={`${moneyText({ amount, currency })}, ${id}`}>
            <Money amount={amount} currency={currency} />
          </Link>
        ),
    },
    { name: 'Status', width: '13%', cell: ({ status }) => status && <Status of={status} /> },
    { name: 'Method', width: '16%', isExtra: true, cell: ({ type }) => type && labelOf(type) },
    { name: 'Order', width: '20%', cell: ({ metadata }) => orderOf(metadata) },
    { name: 'Created', width: '16%', isExtra: true, cell: ({ at }) => <Time at={at} /> },
    { name: 'ID', width: '20%', isExtra: true, cell: ({ id }) => <IdText id={id} /> },
  ];
  return (
    <>
      <PageHeader title="Payments" />
      <FilterBar search={search} placeholder="Search by order, ID or email, or status:failed" error={list.error} />
      <LongTable
        label="Payments"
        columns={columns}
        list={list}
        shown={shown}
        isFiltered={search.filters.length > 0}
        empty={
          <Empty title="No payments yet" action={<Link to={pathIn(place, '/start')}>Get started</Link>}>
            Create a charge and it appears here.
          </Empty>
        }
      />
    </>
  );
}

/** The values of the metadata, where merchants keep their order. */
function orderOf(metadata: object): string {
  const values = Object.values(metadata).filter((value) => ['string', 'number'].includes(typeof value));
  return values.map(String).join(', ').slice(0, 80);
}
