import { Anchor, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { placeOfObject } from '../parts/entry';
import { Instant } from '../parts/instant';
import { Json } from '../parts/json';
import { SignatureCheck } from '../parts/signature-check';
import { Status } from '../parts/status';

/** A delivery with every attempt: what was sent, and what came back. */
export function Webhook(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const { id = '' } = useParams({ strict: false });
  const [to, setTo] = useState('');
  const delivery = useQuery({
    queryKey: ['delivery', name, id],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/deliveries/{id}', { params: { path: { name, id } } })),
    refetchInterval: every(2_000),
  });
  const eventId = delivery.data?.event ?? '';
  const event = useQuery({
    queryKey: ['event', name, mode, eventId],
    enabled: eventId !== '',
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/events/{id}', { params: { path: { name, mode, id: eventId } } })),
  });
  if (delivery.error) return <Trouble error={delivery.error} />;
  if (!delivery.data) return <Text>…</Text>;
  const { key, status, uri, object_id: objectId, attempts, next_attempt_at: nextAt } = delivery.data;
  const sent = event.data && 'webhook_deliveries' in event.data ? event.data.webhook_deliveries : [];
  const body = sent.find((one) => one.id === id)?.payload;
  return (
    <Stack>
      <Group>
        <Title order={1} size="h2">
          {key}
        </Title>
        <Status of={status} />
        <Anchor component={Link} to={placeOfObject(objectId, place)} ff="monospace" size="sm">
          {objectId}
        </Anchor>
      </Group>
      <Text className="breaks">
        To {uri}
        {nextAt && (
          <>
            {' '}
            — next attempt <Instant at={nextAt} />
          </>
        )}
      </Text>
      <Group align="flex-end">
        <TextInput
          size="xs"
          label="Another address"
          placeholder={uri}
          value={to}
          onChange={(change) => setTo(change.currentTarget.value)}
          w={280}
        />
        <Act call={{ method: 'POST', path: `${sandboxPath(place)}/deliveries/${id}/redeliver`, body: to === '' ? {} : { to } }}>
          Send again
        </Act>
      </Group>
      <Title order={2} size="h4">
        Attempts
      </Title>
      {attempts.map((attempt) => (
        <AttemptPart key={attempt.number} attempt={attempt} body={body} />
      ))}
      <Title order={2} size="h4">
        What was sent
      </Title>
      <Json of={event.data ?? '…'} label="The event" />
    </Stack>
  );
}

function AttemptPart({ attempt, body }: { readonly attempt: Schemas['Attempt']; readonly body: string | undefined }): JSX.Element {
  const { number, trigger, at, machine_at: machineAt, answer, error, timings, headers, fault, address } = attempt;
  return (
    <Paper withBorder p="sm">
      <Group>
        <Text fw={600}>Attempt {number}</Text>
        <Status of={error === null ? 'delivered' : 'failed'} />
        {error !== null && <Text className="breaks">{error}</Text>}
        <Text size="sm" c="dimmed">
          {trigger}
          {fault && `, fault ${fault}`}, <Instant at={at} machineAt={machineAt ?? undefined} />, {timings.total} ms
          {address && `, ${address}`}
        </Text>
      </Group>
      {headers && <Json of={headers} label={`Headers of attempt ${number}`} />}
      {answer && <Json of={answer} label={`Answer to attempt ${number}`} />}
      {body !== undefined && <SignatureCheck attempt={attempt} body={body} />}
    </Paper>
  );
}
