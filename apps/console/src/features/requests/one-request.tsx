import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { ObjectLink } from '../../lists/cells';
import { sumOf } from '../../lists/column';
import { useOrder } from '../../lists/order-key';
import { isObjectId } from '../../lists/request-words';
import { FactsLine } from '../../ui/facts';
import { moneyText } from '../../ui/money-text';
import { Inspector } from '../../ui/inspector';
import { Json } from '../../ui/json';
import { usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { toneOfHttp } from '../../ui/tone';
import { Trouble } from '../../ui/trouble';
import { merchantCurl } from './merchant-curl';

export type RequestEntry = Pick<
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
  | 'page'
> & { readonly query: object; readonly parameters: object | null; readonly answer: object | string | null };

/** The object that a request created or asked for: that of its response, or of its path. */
export function objectOf({ answer, path }: RequestEntry): {
  readonly id: string | undefined;
  readonly metadata: object;
} {
  const { id, metadata }: { readonly id?: unknown; readonly metadata?: object } =
    typeof answer === 'object' && answer !== null ? answer : {};
  const ofPath = path.split('/').findLast(isObjectId);
  return { id: typeof id === 'string' ? id : ofPath, metadata: metadata ?? {} };
}

export function RequestStatus({
  of: { state, status },
}: {
  readonly of: Pick<RequestEntry, 'state' | 'status'>;
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

function Details({ entry }: { readonly entry: RequestEntry }): JSX.Element {
  const {
    at,
    machine_at: machineAt,
    duration_ms: ms,
    key,
    host,
    fault,
    error,
    request_id: requestId,
    page,
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
      {page ? <PageSubject of={page} /> : <ObjectLink id={objectOf(entry).id} place={place} />}
      {error && (
        <Text size="sm" className="breaks">
          <code>{error.code}</code> {error.message}
        </Text>
      )}
      {fault && <Text size="sm">Caused by fault "{fault}"</Text>}
      <Text size="xs" c="dimmed" className="breaks">
        Request ID {requestId}
      </Text>
      {(entry.answer !== null || !page) && (
        <Json of={entry.answer ?? 'Empty'} label={`Response${entry.answer_cut ? ' (truncated)' : ''}`} />
      )}
      <Parameters of={{ ...entry.query, ...entry.parameters }} isPage={page !== null} />
      {!page && <Json of={merchantCurl(entry)} label="cURL" />}
    </Stack>
  );
}

/** A page mostly has none. */
function Parameters({ of, isPage }: { readonly of: object; readonly isPage: boolean }): JSX.Element | null {
  return isPage && Object.keys(of).length === 0 ? null : <Json of={of} label="Request" />;
}

/** What a page is about: `THB 670.00 · Order 1088 · chrg_…`. */
function PageSubject({ of }: { readonly of: NonNullable<RequestEntry['page']> }): JSX.Element {
  const place = usePlace();
  const order = useOrder()(of.metadata);
  const sum = sumOf(of);
  return (
    <FactsLine>
      {sum && moneyText(sum)}
      {order !== '' && `Order ${order}`}
      <ObjectLink id={of.object_id ?? undefined} place={place} />
    </FactsLine>
  );
}
