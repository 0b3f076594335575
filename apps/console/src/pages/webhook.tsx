import { Group, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { placeOfObject } from '../feed/entry';
import { SignatureCheck } from '../parts/signature-check';
import { Act } from '../ui/act';
import { IdLink } from '../ui/id-link';
import { IdText } from '../ui/id-text';
import { Inspector } from '../ui/inspector';
import { Json } from '../ui/json';
import { ListTable } from '../ui/list-table';
import { PageHeader } from '../ui/page-header';
import { toneOfHttp } from '../ui/tone';
import { Status } from '../ui/status';
import { Relative, Time } from '../ui/time';
import { Trouble } from '../ui/trouble';
import { DeliveryStatus } from './webhooks';

type Attempt = Schemas['Attempt'];

/** Changes arrive earlier, by the event stream. */
const REFRESH_MS = 30_000;

const TRIGGERS: Readonly<Record<Attempt['trigger'], string>> = { schedule: 'automatic', manual: 'resent by you', fault: 'fault' };

type Delivery = Schemas['DeliveryDetail'];

interface LoadedWebhook {
  readonly delivery: Delivery | undefined;
  readonly error: Error | null;
  readonly event: object | undefined;
  /** The body as it was sent. */
  readonly body: string | undefined;
}

function useWebhook(id: string): LoadedWebhook {
  const { name, mode } = usePlace();
  const delivery = useQuery({
    queryKey: ['delivery', name, id],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/deliveries/{id}', { params: { path: { name, id } } })),
    refetchInterval: every(REFRESH_MS),
  });
  const eventId = delivery.data?.event ?? '';
  const event = useQuery({
    queryKey: ['event', name, mode, eventId],
    enabled: eventId !== '',
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/events/{id}', { params: { path: { name, mode, id: eventId } } })),
  });
  const sent = event.data && 'webhook_deliveries' in event.data ? event.data.webhook_deliveries : [];
  return {
    delivery: delivery.data,
    error: delivery.error ?? event.error,
    event: event.data,
    body: sent.find((one) => one.id === id)?.payload,
  };
}

/** The page of a webhook. */
export function Webhook(): JSX.Element {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false });
  const { delivery, error, event, body } = useWebhook(id);
  return (
    <Stack>
      <PageHeader
        title={delivery?.key ?? 'Webhook'}
        beside={
          delivery ? (
            <>
              <DeliveryStatus of={delivery} />
              <IdLink id={delivery.object_id} to={placeOfObject(delivery.object_id, place)} />
            </>
          ) : (
            <IdText id={id} isShort={false} />
          )
        }
      />
      {error && <Trouble error={error} what="the webhook" />}
      {!delivery && !error && <Skeleton h={300} />}
      {delivery && <Attempts key={id} delivery={delivery} body={body} />}
      {event && <Json of={event} label="Event" />}
    </Stack>
  );
}

/** A webhook beside a list or a timeline. */
export function WebhookInspector({ id }: { readonly id: string }): JSX.Element {
  const { delivery, error, body } = useWebhook(id);
  return (
    <Inspector label="Webhook" title={delivery?.key ?? id}>
      <Stack>
        {error && <Trouble error={error} what="the webhook" />}
        {delivery && (
          <>
            <DeliveryStatus of={delivery} />
            <Attempts delivery={delivery} body={body} />
          </>
        )}
      </Stack>
    </Inspector>
  );
}

/** The attempts, the latest first, and what one of them sent and got back. */
function Attempts({ delivery, body }: { readonly delivery: Delivery; readonly body: string | undefined }): JSX.Element {
  const place = usePlace();
  const [to, setTo] = useState('');
  const [chosen, setChosen] = useState<number>();
  const { id, uri, next_attempt_at: nextAt } = delivery;
  const attempts = delivery.attempts.toReversed();
  const shown = attempts.find(({ number }) => number === chosen) ?? attempts[0];
  const resend = { method: 'POST' as const, path: `${sandboxPath(place)}/deliveries/${id}/redeliver`, body: to === '' ? {} : { to } };
  return (
    <>
      <Group gap="xs">
        <Act call={resend} done="Webhook is sent again" onDone={() => setChosen(undefined)} variant="filled">
          Resend
        </Act>
        <TextInput
          size="xs"
          aria-label="Send to another URL (optional)"
          placeholder="To another URL (optional)"
          value={to}
          onChange={(change) => setTo(change.currentTarget.value)}
          w={220}
        />
      </Group>
      <Text size="sm" className="breaks">
        {sentenceOf(attempts)} Endpoint {uri}
        {nextAt && (
          <>
            {' · '}Next retry <Relative at={nextAt} /> (<Time at={nextAt} />)
          </>
        )}
      </Text>
      {attempts.length > 0 && (
        <ListTable label="Attempts" heads={['Attempt', 'Time', 'Trigger', 'Response', 'Duration', 'Address']}>
          {attempts.map((attempt) => (
            <AttemptRow key={attempt.number} attempt={attempt} isChosen={attempt === shown} onChoose={() => setChosen(attempt.number)} />
          ))}
        </ListTable>
      )}
      {shown && <AttemptDetails key={shown.number} attempt={shown} body={body} />}
    </>
  );
}

/** "3 of 6 attempts failed." */
function sentenceOf(attempts: readonly Attempt[]): string {
  if (attempts.length === 0) return 'Not attempted yet.';
  const failed = attempts.filter(({ error }) => error !== null).length;
  return `${failed} of ${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} failed.`;
}

interface AttemptRowProps {
  readonly attempt: Attempt;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function AttemptRow({ attempt, isChosen, onChoose }: AttemptRowProps): JSX.Element {
  const { number, trigger, at, machine_at: machineAt, timings, address, fault } = attempt;
  return (
    <Table.Tr data-chosen={isChosen || undefined} bg={isChosen ? 'var(--mantine-color-default-hover)' : undefined}>
      <Table.Td>
        <button type="button" className="plain-button" aria-pressed={isChosen} onClick={onChoose}>
          Attempt {number}
        </button>
      </Table.Td>
      <Table.Td>
        <Time at={at} machineAt={machineAt ?? undefined} isExact />
      </Table.Td>
      <Table.Td>
        {TRIGGERS[trigger]}
        {fault && ` "${fault}"`}
      </Table.Td>
      <Table.Td>
        <AttemptStatus of={attempt} />
      </Table.Td>
      <Table.Td className="numbers">{timings.total} ms</Table.Td>
      <Table.Td>{address ?? '–'}</Table.Td>
    </Table.Tr>
  );
}

function AttemptStatus({ of: { answer, error } }: { readonly of: Attempt }): JSX.Element {
  const status = answer?.status;
  if (error === null) return <Status of="delivered" label={`Delivered · ${status ?? ''}`} />;
  return (
    <Status of="failed" tone={status ? toneOfHttp(status >= 300 ? 500 : status) : 'bad'} label={status ? `Failed · ${status}` : 'Failed'} />
  );
}

function AttemptDetails({ attempt, body }: { readonly attempt: Attempt; readonly body: string | undefined }): JSX.Element {
  const { number, headers, answer, error } = attempt;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={2}>Attempt {number}</Title>
      </Group>
      {error !== null && (
        <Text size="sm" className="breaks">
          {error}
        </Text>
      )}
      {answer && <Json of={answer} label="Response" />}
      {body !== undefined && <Json of={prettyJson(body)} label="Request body" />}
      {headers && <Json of={headers} label="Request headers" />}
      {body !== undefined && <SignatureCheck attempt={attempt} body={body} />}
    </Stack>
  );
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
