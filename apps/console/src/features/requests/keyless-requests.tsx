import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { textColumn, timeColumn, type At, type Column } from '../../lists/column';
import { ListPage } from '../../lists/list-page';
import { requestQuery } from '../../lists/request-words';
import { toneOfHttp } from '../../ui/tone';
import { Status } from '../../ui/status';
import { RequestTabs } from './request-tabs';
import { REQUEST_FIELDS } from './requests';

type Entry = Pick<
  Schemas['RequestEntry'],
  'id' | 'method' | 'path' | 'status' | 'key' | 'error' | 'host' | 'at'
>;

/** Requests without a sandbox have no event stream. */
const REFRESH_MS = 8_000;

function columnsAt(at: At): readonly Column<Entry>[] {
  return [
    textColumn('Request', 280, ({ host, method, path }) => `${method} ${path} (${host})`, { card: 1 }),
    {
      name: 'Status',
      width: 84,
      card: 2,
      text: ({ status }) => String(status),
      cell: ({ status }) => <Status of={String(status)} tone={toneOfHttp(status)} />,
    },
    {
      name: 'Key',
      width: 168,
      card: 3,
      text: ({ key }) => key ?? 'No key',
      cell: ({ key }) => (key === null ? 'No key' : <code>{key}</code>),
    },
    textColumn('Error', 200, ({ error }) => error?.message, { rank: 1 }),
    timeColumn('Time', at, ({ at: started }) => started),
  ];
}

/** Requests without a valid key, the latest first. They belong to no sandbox. */
export function KeylessRequests(): JSX.Element {
  return (
    <>
      <RequestTabs />
      <Text size="sm" c="dimmed" mb="sm">
        Requests with a missing or unknown API key. The latest 1,000 are kept.
      </Text>
      <ListPage<Entry>
        listing={{
          label: 'Requests',
          of: ['keyless-requests'],
          placeholder: 'Search by path, or POST 401 /charges',
          fields: REQUEST_FIELDS,
          queryOf: requestQuery,
          read: (query) => answerOf(api.GET('/api/requests', { params: { query } })),
          hasNoMode: true,
          refreshMs: REFRESH_MS,
        }}
        columns={columnsAt}
      />
    </>
  );
}
