import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { pathIn, usePlace, type Place } from '../ui/place';
import { ObjectLink } from '../lists/cells';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import type { FilterField } from '../lists/filter-model';
import { useFilteredList } from '../lists/filtered-list';
import { LongTable, TIME_WIDTH, type Column } from '../lists/long-table';
import { useOrder } from '../lists/order-key';
import { isObjectId, requestQuery } from '../lists/request-words';
import { useFilters } from '../lists/use-filters';
import { merchantCurl } from '../parts/merchant-curl';
import { Empty } from '../ui/empty';
import { Beside, Inspector, useOpened } from '../ui/inspector';
import { Json } from '../ui/json';
import { PageHeader, Tabs } from '../ui/page-header';
import { PathText } from '../ui/path-text';
import { toneOfHttp } from '../ui/tone';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { Trouble } from '../ui/trouble';

type Entry = Pick<
  Schemas['RequestEntry'],
  | 'id'
  | 'livemode'
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

/** The object that a request created or asked for: that of its response, or of its path. */
function objectOf({ answer, path }: Entry): { readonly id: string | undefined; readonly metadata: object } {
  const { id, metadata }: { readonly id?: unknown; readonly metadata?: object } =
    typeof answer === 'object' && answer !== null ? answer : {};
  const ofPath = path.split('/').findLast(isObjectId);
  return { id: typeof id === 'string' ? id : ofPath, metadata: metadata ?? {} };
}

const columnsAt = (place: Place, orderOf: (metadata: object) => string): readonly Column<Entry>[] => [
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
  const list = useFilteredList<Entry>(['requests', name, mode], asked, (query) =>
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

function RequestStatus({
  of: { state, status },
}: {
  readonly of: Pick<Entry, 'state' | 'status'>;
}): JSX.Element {
  if (state === 'in_progress') return <Status of="in_progress" tone="info" />;
  return (
    <Status
      of={String(status)}
      tone={toneOfHttp(status)}
      label={status === null ? 'No response' : String(status)}
    />
  );
}

/** A request of the log, however old. */
export function OneRequest({ id }: { readonly id: string }): JSX.Element {
  const { name } = usePlace();
  const one = useQuery({
    queryKey: ['request', name, id],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/requests/{request}', { params: { path: { name, request: id } } }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === 'in_progress' ? 1_000 : false),
  });
  const entry = one.data;
  return (
    <Inspector label="Request" title={entry ? `${entry.method} ${entry.path}` : id}>
      {one.error && <Trouble error={one.error} what="the request" />}
      {entry && <Details entry={entry} />}
    </Inspector>
  );
}

function Details({ entry }: { readonly entry: Entry }): JSX.Element {
  const {
    at,
    machine_at: machineAt,
    duration_ms: ms,
    key,
    host,
    fault,
    error,
    request_id: requestId,
  } = entry;
  const place = usePlace();
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <RequestStatus of={entry} />
        <Text size="sm" c="dimmed" component="span">
          {ms.toFixed(1)} ms · <Time at={at} machineAt={machineAt} isExact /> · {host}
          {key && ` · key ${key}`}
        </Text>
      </Group>
      <ObjectLink id={objectOf(entry).id} place={place} />
      {error && (
        <Text size="sm" className="breaks">
          <code>{error.code}</code> {error.message}
        </Text>
      )}
      {fault && <Text size="sm">Caused by fault "{fault}"</Text>}
      <Text size="xs" c="dimmed" className="breaks">
        Request ID {requestId}
      </Text>
      <Json of={entry.answer ?? 'Empty'} label={`Response${entry.answer_cut ? ' (truncated)' : ''}`} />
      <Json of={{ ...entry.query, ...entry.parameters }} label="Request" />
      <Json of={merchantCurl(entry)} label="cURL" />
    </Stack>
  );
}
