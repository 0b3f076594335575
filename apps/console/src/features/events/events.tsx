import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { placeOfObject } from '../timeline/entry';
import { EVENT_KEYS } from '../../lists/event-keys';
import { ObjectLink } from '../../lists/cells';
import { idColumn, moneyColumn, textColumn, timeColumn, type At, type Column } from '../../lists/column';
import type { FilterField } from '../../lists/filter-model';
import { ListPage } from '../../lists/list-page';
import { Empty } from '../../ui/empty';
import { PageHeader } from '../../ui/page-header';
import { pathIn, usePlace } from '../../ui/place';

type Event = Schemas['EventEntry'];

const FIELDS: readonly FilterField[] = [
  { kind: 'text', name: 'key', label: 'Event', placeholder: 'charge.complete', suggestions: EVENT_KEYS },
  { kind: 'text', name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
];

function columnsAt(at: At): readonly Column<Event>[] {
  const { place, orderOf } = at;
  return [
    {
      name: 'Event',
      width: 168,
      card: 1,
      text: ({ key }) => key,
      cell: ({ id, key }) => (
        <Link to={placeOfObject(id, place)} className="row-link entry" aria-label={`${key} ${id}`}>
          {key}
        </Link>
      ),
    },
    {
      name: 'Object',
      width: 168,
      rank: 3,
      text: ({ object_id: object, data }) => customerIn(data) ?? object ?? '',
      cell: ({ object_id: object, data }) => (
        <ObjectLink id={object} place={place} text={customerIn(data) ?? ''} />
      ),
    },
    textColumn('Order', 104, ({ data }) => orderOf(objectIn(data).metadata ?? {}), { card: 3, rank: 5 }),
    moneyColumn(
      'Amount',
      ({ data }) => {
        const { amount, currency } = objectIn(data);
        return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : undefined;
      },
      { card: 2, rank: 4 },
    ),
    idColumn(),
    timeColumn(
      'Time',
      at,
      ({ at: happened }) => happened,
      ({ machine_at: machineAt }) => machineAt,
    ),
  ];
}

/** The events of a mode, the latest first. */
export function Events(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  return (
    <>
      <PageHeader title="Events" />
      <ListPage<Event>
        listing={{
          label: 'Events',
          of: ['events'],
          placeholder: 'Search by event (charge.complete), order or object ID',
          fields: FIELDS,
          read: (query) =>
            answerOf(api.GET('/api/sandboxes/{name}/events', { params: { path: { name }, query } })),
        }}
        columns={columnsAt}
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
  readonly object?: unknown;
  readonly email?: string | null;
  readonly description?: string | null;
} {
  return data ?? {};
}

/** The email or the name of a customer. */
function customerIn(data: unknown): string | undefined {
  const { object, email, description } = objectIn(data);
  return object === 'customer' ? (email ?? description ?? undefined) : undefined;
}
