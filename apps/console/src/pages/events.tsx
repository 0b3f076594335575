import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { placeOfObject } from '../feed/entry';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import { LongTable, type Column } from '../lists/long-table';
import { eventKey, objectId, useSearchedList } from '../lists/searched-list';
import { IdLink } from '../ui/id-link';
import { IdText } from '../ui/id-text';
import { PageHeader } from '../ui/page-header';
import { Time } from '../ui/time';

type Event = Schemas['EventEntry'];

/** Filters that the control host applies to all events. */
const PARAMETERS = { key: eventKey, object: objectId };

/** The events of a mode, the latest first. */
export function Events(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const list = useSearchedList<Event>(['events', name, mode], search, PARAMETERS, (asked) =>
    answerOf(
      api.GET('/api/sandboxes/{name}/events', { params: { path: { name }, query: { livemode: String(mode === 'live'), ...asked } } }),
    ),
  );
  const columns: readonly Column<Event>[] = [
    {
      name: 'Event',
      width: '26%',
      cell: ({ id, key }) => (
        <Link to={placeOfObject(id, place)} className="row-link entry" aria-label={`${key} ${id}`}>
          {key}
        </Link>
      ),
    },
    {
      name: 'Object',
      width: '30%',
      cell: ({ object_id: object }) => <IdLink id={object} to={placeOfObject(object, place)} />,
    },
    { name: 'ID', width: '26%', isExtra: true, cell: ({ id }) => <IdText id={id} /> },
    { name: 'Time', width: '18%', cell: ({ at, machine_at: machineAt }) => <Time at={at} machineAt={machineAt} /> },
  ];
  return (
    <>
      <PageHeader title="Events" />
      <FilterBar search={search} placeholder="Search by event (charge.complete) or object ID" error={list.error} />
      <LongTable label="Events" columns={columns} list={list} shown={list.shown} isFiltered={search.filters.length > 0} />
    </>
  );
}
