import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api } from '../../api/client';
import { ObjectLink } from '../../lists/cells';
import { FilterBar, useSearchText } from '../../lists/filter-bar';
import type { FilterField } from '../../lists/filter-model';
import { useFilteredList } from '../../lists/filtered-list';
import { LongTable, TIME_WIDTH, type Column } from '../../lists/long-table';
import { useOrder } from '../../lists/order-key';
import { requestQuery } from '../../lists/request-words';
import { useFilters } from '../../lists/use-filters';
import { objectOf, OneRequest, RequestStatus, type RequestEntry } from './one-request';
import { Empty } from '../../ui/empty';
import { Beside, useOpened } from '../../ui/inspector';
import { PageHeader, Tabs } from '../../ui/page-header';
import { PathText } from '../../ui/path-text';
import { pathIn, usePlace, type Place } from '../../ui/place';
import { Time } from '../../ui/time';

export const REQUEST_FIELDS: readonly FilterField[] = [
  { kind: 'choice', name: 'method', label: 'Method', options: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] },
  {
    kind: 'text',
    name: 'status',
    label: 'Status',
    placeholder: '4xx',
    suggestions: ['2xx', '4xx', '5xx', '401', '404', '429', '503', 'in_progress'],
  },
  { kind: 'text', name: 'path', label: 'Path', placeholder: '/charges/*' },
];

const FIELDS: readonly FilterField[] = [
  ...REQUEST_FIELDS,
  { kind: 'text', name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
];

export function RequestTabs(): JSX.Element {
  const base = pathIn(usePlace(), '/requests');
  return (
    <>
      <PageHeader title="API requests" />
      <Tabs
        label="API requests"
        tabs={[
          [base, 'All'],
          [`${base}/unauthenticated`, 'Unauthenticated'],
        ]}
      />
    </>
  );
}

const columnsAt = (place: Place, orderOf: (metadata: object) => string): readonly Column<RequestEntry>[] => [
  { name: 'Method', width: 72, cell: ({ method }) => <code>{method}</code> },
  {
    name: 'Path',
    width: 146,
    isKept: true,
    cell: ({ id, method, path }) => (
      <Link to="." search={((now: object) => ({ ...now, open: id })) as never} className="row-link entry">
        <VisuallyHidden component="span">{method} </VisuallyHidden>
        <PathText path={path} />
      </Link>
    ),
  },
  {
    name: 'Object',
    width: 120,
    isExtra: true,
    cell: (entry) => {
      const { id, metadata } = objectOf(entry);
      return id && <ObjectLink id={id} place={place} text={orderOf(metadata)} />;
    },
  },
  { name: 'Status', width: 76, cell: (entry) => <RequestStatus of={entry} /> },
  {
    name: 'Duration',
    width: 84,
    isRight: true,
    isExtra: true,
    cell: ({ duration_ms: ms }) => `${ms.toFixed(1)} ms`,
  },
  {
    name: 'Error',
    width: 116,
    isExtra: true,
    cell: ({ error }) => error && <code title={error.message}>{error.code}</code>,
  },
  { name: 'Fault', width: 76, isExtra: true, cell: ({ fault }) => fault },
  {
    name: 'Time',
    width: TIME_WIDTH,
    cell: ({ at, machine_at: machineAt }) => <Time at={at} machineAt={machineAt} />,
  },
];

/** The requests of a mode, the latest first, and one of them in the inspector. */
export function Requests(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const search = useSearchText();
  const orderOf = useOrder();
  const { opened } = useOpened();
  const filters = useFilters(FIELDS);
  const asked = { ...requestQuery(search.words), ...filters.query, livemode: String(mode === 'live') };
  const list = useFilteredList<RequestEntry>(['requests', name, mode], asked, (query) =>
    answerOf(api.GET('/api/sandboxes/{name}/requests', { params: { path: { name }, query } })),
  );
  return (
    <>
      <RequestTabs />
      <FilterBar
        search={search}
        filters={filters}
        placeholder="Search by path, object ID, or POST 4xx /charges"
        error={list.error}
      />
      <Beside inspector={opened && <OneRequest key={opened} id={opened} />}>
        <LongTable
          label="Requests"
          columns={columnsAt(place, orderOf)}
          list={list}
          isFiltered={search.words !== '' || filters.isActive}
          empty={
            <Empty title="No requests yet" action={<Link to={pathIn(place, '/start')}>Get started</Link>}>
              Requests with the keys of this sandbox appear here.
            </Empty>
          }
          chosen={opened}
        />
      </Beside>
    </>
  );
}
