import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import { keyed, splitFilters } from '../lists/filters';
import { LongTable, type Column } from '../lists/long-table';
import { pathPart, useSearchedList, type Asked } from '../lists/searched-list';
import { toneOfHttp } from '../ui/tone';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { RequestTabs } from './requests';

type Entry = Pick<Schemas['RequestEntry'], 'id' | 'method' | 'path' | 'status' | 'key' | 'error' | 'host' | 'at'>;

/** Requests without a sandbox have no event stream. */
const REFRESH_MS = 8_000;

/** Filters that the control host applies to all of them. */
const PARAMETERS = { method: keyed('method'), status: keyed('status'), path: pathPart };

const COLUMNS: readonly Column<Entry>[] = [
  { name: 'Request', width: '36%', cell: ({ host, method, path }) => `${method} ${path} (${host})` },
  { name: 'Status', width: '10%', cell: ({ status }) => <Status of={String(status)} tone={toneOfHttp(status)} /> },
  { name: 'Key', width: '16%', cell: ({ key }) => key ?? 'no key' },
  { name: 'Error', width: '22%', isExtra: true, cell: ({ error }) => error?.message },
  { name: 'Time', width: '16%', isExtra: true, cell: ({ at }) => <Time at={at} /> },
];

/** Requests without a valid key, the latest first. They belong to no sandbox. */
export function KeylessRequests(): JSX.Element {
  const search = useSearchText();
  const read = (asked: Asked) => answerOf(api.GET('/api/requests', { params: { query: asked } }));
  const list = useSearchedList<Entry>(['keyless-requests'], search, PARAMETERS, read, splitFilters, REFRESH_MS);
  return (
    <>
      <RequestTabs />
      <Text size="sm" c="dimmed" mb="sm">
        Requests with a missing or unknown API key. The latest 1,000 are kept.
      </Text>
      <FilterBar search={search} placeholder="Search by path (/charges), or method:post status:401" error={list.error} />
      <LongTable label="Requests" columns={COLUMNS} list={list} shown={list.shown} isFiltered={search.filters.length > 0} />
    </>
  );
}
