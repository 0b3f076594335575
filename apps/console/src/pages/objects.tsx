import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { pathIn, usePlace, type Place } from '../app/place';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import { useFoundObjects, type FoundObject } from '../lists/found-objects';
import { LongTable, type Column } from '../lists/long-table';
import { KINDS, pageOf, pageOfCard } from '../parts/kinds';
import { IdLink } from '../ui/id-link';
import { Money } from '../ui/money';
import { PageHeader, Tabs } from '../ui/page-header';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { labelOf } from '../ui/words';

/** Kinds that share a page. */
const TABS: readonly (readonly string[])[] = [
  ['customers', 'cards'],
  ['links', 'checkout_sessions'],
  ['sources', 'tokens'],
  ['transfers', 'recipients'],
];

/** The objects of a kind and a mode, the latest first. */
export function Objects(): JSX.Element {
  const { kind = '' } = useParams({ strict: false });
  const place = usePlace();
  const title = KINDS[kind]?.title ?? labelOf(kind);
  const tabs = TABS.find((kinds) => kinds.includes(kind));
  return (
    <>
      <PageHeader title={title} />
      {tabs && <Tabs label="Kinds" tabs={tabs.map((each) => [pathIn(place, `/objects/${each}`), KINDS[each]?.title ?? each] as const)} />}
      <ObjectList key={kind} kind={kind} label={title} />
    </>
  );
}

export function ObjectList({ kind, label }: { readonly kind: string; readonly label: string }): JSX.Element {
  const place = usePlace();
  const search = useSearchText();
  const { list, shown } = useFoundObjects(kind, search.filters);
  const has = (field: 'amount' | 'status'): boolean => list.items.some((one) => one[field] !== null);
  const columns: readonly Column<FoundObject>[] = [
    {
      name: 'ID',
      width: '22%',
      cell: (one) => <IdLink id={one.id} to={pageIn(kind, one, place)} className="row-link entry" />,
    },
    ...(has('amount')
      ? [
          {
            name: 'Amount',
            width: '15%',
            isRight: true,
            cell: ({ amount, currency }: FoundObject) => amount !== null && currency && <Money amount={amount} currency={currency} />,
          },
        ]
      : []),
    ...(has('status')
      ? [
          {
            name: 'Status',
            width: '13%',
            cell: ({ status }: FoundObject) => (status && status !== 'unknown' ? <Status of={status} /> : '–'),
          },
        ]
      : []),
    {
      name: 'Details',
      width: '34%',
      isExtra: true,
      cell: ({ email, about, type, charge }) => {
        const page = charge && pageOf(charge, place);
        return (
          <>
            {[email, about, type && labelOf(type)].filter(Boolean).join(' · ')} {page && <IdLink id={charge} to={page} />}
          </>
        );
      },
    },
    { name: 'Created', width: '16%', cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <>
      <FilterBar search={search} placeholder="Search by ID, name, email or order" error={list.error} />
      <LongTable label={label} columns={columns} list={list} shown={shown} isFiltered={search.filters.length > 0} />
    </>
  );
}

/** The page of an object of this list. */
function pageIn(kind: string, { id, customer }: FoundObject, place: Place): string {
  return kind === 'cards' && customer ? pageOfCard(id, customer, place) : pathIn(place, `/objects/${kind}/${id}`);
}
