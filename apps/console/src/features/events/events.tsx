import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { placeOfObject } from '../timeline/entry';
import { EVENT_KEYS } from '../../lists/event-keys';
import { IdCell, ObjectLink } from '../../lists/cells';
import { FilterBar, useSearchText } from '../../lists/filter-bar';
import type { FilterField } from '../../lists/filter-model';
import { useFilteredList } from '../../lists/filtered-list';
import { AMOUNT_WIDTH, LongTable, TIME_WIDTH, type Column } from '../../lists/long-table';
import { useOrder } from '../../lists/order-key';
import { useFilters } from '../../lists/use-filters';
import { Empty } from '../../ui/empty';
import { Money } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { pathIn, usePlace } from '../../ui/place';
import { Time } from '../../ui/time';

type Event = Schemas['EventEntry'];

const FIELDS: readonly FilterField[] = [
  { kind: 'text', name: 'key', label: 'Event', placeholder: 'charge.complete', suggestions: EVENT_KEYS },
  { kind: 'text', name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
];

/** The events of a mode, the latest first. */
export function Events(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const filters = useFilters(FIELDS);
  const orderOf = useOrder();
  const asked = {
    ...filters.query,
    ...(search.words && { search: search.words }),
    livemode: String(mode === 'live'),
  };
  const list = useFilteredList<Event>(['events', name, mode], asked, (query) =>
    answerOf(api.GET('/api/sandboxes/{name}/events', { params: { path: { name }, query } })),
  );
  const columns: readonly Column<Event>[] = [
    {
      name: 'Event',
      width: 150,
      cell: ({ id, key }) => (
        <Link to={placeOfObject(id, place)} className="row-link entry" aria-label={`${key} ${id}`}>
          {key}
        </Link>
      ),
    },
    {
      name: 'Object',
      width: 120,
      cell: ({ object_id: object }) => <ObjectLink id={object} place={place} />,
    },
    {
      name: 'Order',
      width: 90,
      isExtra: true,
      cell: ({ data }) => orderOf(objectIn(data).metadata ?? {}),
    },
    {
      name: 'Amount',
      width: AMOUNT_WIDTH,
      isRight: true,
      isExtra: true,
      cell: ({ data }) => {
        const { amount, currency } = objectIn(data);
        return (
          typeof amount === 'number' &&
          typeof currency === 'string' && <Money amount={amount} currency={currency} />
        );
      },
    },
    { name: 'ID', width: 150, isExtra: true, cell: ({ id }) => <IdCell id={id} /> },
    {
      name: 'Time',
      width: TIME_WIDTH,
      cell: ({ at, machine_at: machineAt }) => <Time at={at} machineAt={machineAt} />,
    },
  ];
  return (
    <>
      <PageHeader title="Events" />
      <FilterBar
        search={search}
        filters={filters}
        placeholder="Search by event (charge.complete), order or object ID"
        error={list.error}
      />
      <LongTable
        label="Events"
        columns={columns}
        list={list}
        isFiltered={search.words !== '' || filters.isActive}
        empty={
          <Empty title="No events yet" action={<Link to={pathIn(place, '/start')}>Get started</Link>}>
            Charges, refunds and other changes of objects create events.
          </Empty>
        }
      />
    </>
  );
}

/** The object of an event, of whatever kind. */
function objectIn(data: unknown): {
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly metadata?: object;
} {
  return data ?? {};
}
