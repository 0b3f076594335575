import { Group, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { keyed } from '../parts/filters';
import { Instant } from '../parts/instant';
import { LongTable } from '../parts/long-table';
import { SearchField, useSearchText } from '../parts/search';
import { pathPart, useSearchedList } from '../parts/searched-list';

type Entry = Pick<Schemas['RequestEntry'], 'id' | 'method' | 'path' | 'status' | 'key' | 'error' | 'host' | 'at'>;

const HEADS = [
  ['Request', '34%'],
  ['Status', '10%'],
  ['Key begins', '16%'],
  ['Error', '22%'],
  ['At', '18%'],
] as const;

/** What the control host looks for among all of them. */
const PARAMETERS = { method: keyed('method'), status: keyed('status'), path: pathPart };

/** The requests that had no valid key, the latest first: they belong to no sandbox. */
export function KeylessRequests(): JSX.Element {
  const search = useSearchText();
  const list = useSearchedList<Entry>(['keyless-requests'], search, PARAMETERS, (asked) =>
    answerOf(api.GET('/api/requests', { params: { query: asked } })),
  );
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Requests without a key
        </Title>
        <SearchField search={search} placeholder="method:post /charges" />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Requests that had no key, or none of any sandbox. At most 1,000 are kept.
      </Text>
      <LongTable
        label="Requests without a key"
        heads={HEADS}
        list={list}
        shown={list.shown}
        cells={({ host, method, path, status, key, error, at }) => [
          `${method} ${path} (${host})`,
          status,
          key ?? 'none',
          error?.message,
          <Instant key="at" at={at} />,
        ]}
      />
    </>
  );
}
