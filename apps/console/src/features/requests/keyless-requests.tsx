import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { FilterBar, useSearchText } from '../../lists/filter-bar';
import { useFilteredList } from '../../lists/filtered-list';
import { LongTable, TIME_WIDTH, type Column } from '../../lists/long-table';
import { requestQuery } from '../../lists/request-words';
import { useFilters } from '../../lists/use-filters';
import { toneOfHttp } from '../../ui/tone';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { REQUEST_FIELDS, RequestTabs } from './requests';

type Entry = Pick<
  Schemas['RequestEntry'],
  'id' | 'method' | 'path' | 'status' | 'key' | 'error' | 'host' | 'at'
>;

/** Requests without a sandbox have no event stream. */
const REFRESH_MS = 8_000;

const COLUMNS: readonly Column<Entry>[] = [
  { name: 'Request', width: 250, cell: ({ host, method, path }) => `${method} ${path} (${host})` },
  {
    name: 'Status',
    width: 76,
    cell: ({ status }) => <Status of={String(status)} tone={toneOfHttp(status)} />,
  },
  { name: 'Key', width: 130, cell: ({ key }) => (key === null ? 'No key' : <code>{key}</code>) },
  { name: 'Error', width: 160, isExtra: true, cell: ({ error }) => error?.message },
  { name: 'Time', width: TIME_WIDTH, isExtra: true, cell: ({ at }) => <Time at={at} /> },
];

/** Requests without a valid key, the latest first. They belong to no sandbox. */
export function KeylessRequests(): JSX.Element {
  const search = useSearchText();
  const filters = useFilters(REQUEST_FIELDS);
  const asked = { ...requestQuery(search.words), ...filters.query };
  const list = useFilteredList<Entry>(
    ['keyless-requests'],
    asked,
    (query) => answerOf(api.GET('/api/requests', { params: { query } })),
    {
      refreshMs: REFRESH_MS,
    },
  );
  return (
    <>
      <RequestTabs />
      <Text size="sm" c="dimmed" mb="sm">
        Requests with a missing or unknown API key. The latest 1,000 are kept.
      </Text>
      <FilterBar
        search={search}
        filters={filters}
        placeholder="Search by path, or POST 401 /charges"
        error={list.error}
      />
      <LongTable
        label="Requests"
        columns={COLUMNS}
        list={list}
        isFiltered={search.words !== '' || filters.isActive}
      />
    </>
  );
}
