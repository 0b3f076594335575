import { Anchor, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { keyed } from '../parts/filters';
import { Instant } from '../parts/instant';
import { Copied, Json } from '../parts/json';
import { LongTable } from '../parts/long-table';
import { merchantCurl } from '../parts/merchant-curl';
import { SearchField, useSearchText } from '../parts/search';
import { objectId, pathPart, useSearchedList } from '../parts/searched-list';

type Entry = Pick<
  Schemas['RequestEntry'],
  | 'id'
  | 'method'
  | 'path'
  | 'status'
  | 'state'
  | 'host'
  | 'at'
  | 'machine_at'
  | 'duration_ms'
  | 'error'
  | 'request_id'
  | 'key'
  | 'fault'
  | 'answer_cut'
> & { readonly query: object; readonly parameters: object | null; readonly answer: object | string | null };

const HEADS = [
  ['Request', '38%'],
  ['Status', '10%'],
  ['Error', '22%'],
  ['Took', '10%'],
  ['At', '20%'],
] as const;

/** What the control host looks for among all requests. */
const PARAMETERS = { method: keyed('method'), status: keyed('status'), object: objectId, path: pathPart };

/** The requests of a mode, the latest first. */
export function Requests(): JSX.Element {
  const { name, mode } = usePlace();
  const search = useSearchText();
  const { id: chosen } = useParams({ strict: false });
  const navigate = useNavigate();
  const base = `/sandboxes/${name}/${mode}/requests`;
  const list = useSearchedList<Entry>(['requests', name, mode], search, PARAMETERS, (asked) =>
    answerOf(
      api.GET('/api/sandboxes/{name}/requests', { params: { path: { name }, query: { livemode: String(mode === 'live'), ...asked } } }),
    ),
  );
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Requests
        </Title>
        <SearchField search={search} placeholder="method:post status:4xx /charges chrg_…" />
      </Group>
      <LongTable
        label="Requests"
        heads={HEADS}
        list={list}
        shown={list.shown}
        cells={(entry) => [
          <Anchor key="request" component={Link} to={`${base}/${entry.id}`} search size="sm" c="inherit">
            {entry.method} {entry.path}
          </Anchor>,
          entry.state === 'in_progress' ? 'in progress' : entry.status,
          entry.error?.message,
          `${entry.duration_ms} ms`,
          <Instant key="at" at={entry.at} machineAt={entry.machine_at} />,
        ]}
      />
      <Drawer
        opened={chosen !== undefined}
        onClose={() => void navigate({ to: base, search: true })}
        position="right"
        size="lg"
        title="Request"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {chosen && <OneRequest id={chosen} />}
      </Drawer>
    </>
  );
}

/** A request of the log, however old. */
function OneRequest({ id }: { readonly id: string }): JSX.Element {
  const { name } = usePlace();
  const one = useQuery({
    queryKey: ['request', name, id],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/requests/{request}', { params: { path: { name, request: id } } })),
    refetchInterval: ({ state }) => (state.data?.state === 'in_progress' ? 1_000 : false),
  });
  if (one.error) return <Trouble error={one.error} />;
  return one.data ? <Inspector entry={one.data} /> : <Text>…</Text>;
}

function Inspector({ entry }: { readonly entry: Entry }): JSX.Element {
  return (
    <Stack>
      <Text fw={600} className="breaks">
        {entry.method} {entry.path}
      </Text>
      {entry.error && <Trouble error={entry.error.message} />}
      <Text size="sm" c="dimmed" className="breaks">
        {entry.request_id}
        {entry.key && `, key ${entry.key}…`}
        {entry.fault && `, fault ${entry.fault}`}
      </Text>
      <Title order={3} size="h5">
        As curl
      </Title>
      <Copied of={merchantCurl(entry)} label="The request as curl" />
      <Title order={3} size="h5">
        Parameters
      </Title>
      <Json of={{ ...entry.query, ...entry.parameters }} label="Parameters" />
      <Title order={3} size="h5">
        Answer{entry.answer_cut && ', cut'}
      </Title>
      <Json of={entry.answer ?? 'none'} label="Answer" />
    </Stack>
  );
}
