import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { answerOf, api } from '../../api/client';
import type { Entry } from '../timeline/entries';
import { placeOfObject } from '../timeline/entry';
import { wordsOf } from '../timeline/entry-words';
import { IdLink } from '../../ui/id-link';
import { Inspector } from '../../ui/inspector';
import { Json } from '../../ui/json';
import { usePlace } from '../../ui/place';
import { Time } from '../../ui/time';
import { Trouble } from '../../ui/trouble';
import { OneRequest } from '../requests/one-request';
import { WebhookInspector } from '../webhooks/webhook-inspector';

interface EntryInspectorProps {
  readonly id: string;
  /** The entry with that ID, if the feed has it. */
  readonly entry: Entry | undefined;
}

/** The webhook, event, request or other entry that was opened in the feed. */
export function EntryInspector({ id, entry }: EntryInspectorProps): JSX.Element {
  if (id.startsWith('whdl_')) return <WebhookInspector key={id} id={id} />;
  if (id.startsWith('evnt_')) return <OneEvent key={id} id={id} />;
  return entry && entry.kind !== 'request' ? <OneEntry entry={entry} /> : <OneRequest key={id} id={id} />;
}

function OneEvent({ id }: { readonly id: string }): JSX.Element {
  const { name, mode } = usePlace();
  const event = useQuery({
    queryKey: ['event', name, mode, id],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/api/{mode}/events/{id}', { params: { path: { name, mode, id } } }),
      ),
  });
  return (
    <Inspector label="Event" title={event.data && 'key' in event.data ? event.data.key : id}>
      {event.error && <Trouble error={event.error} what="the event" />}
      {event.data && <Json of={event.data} label="Event" />}
    </Inspector>
  );
}

function OneEntry({ entry }: { readonly entry: Entry }): JSX.Element {
  const place = usePlace();
  const { at, machine_at: machineAt, object_id: objectId, request_id: requestId, details } = entry;
  return (
    <Inspector label="Entry" title={wordsOf(entry)}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          <Time at={at} machineAt={machineAt} isExact />
        </Text>
        {objectId && (
          <Text size="sm">
            <IdLink id={objectId} to={placeOfObject(objectId, place)} />
          </Text>
        )}
        {requestId && (
          <Text size="xs" c="dimmed" className="breaks">
            Request ID {requestId}
          </Text>
        )}
        <Json of={details} label="Details" />
      </Stack>
    </Inspector>
  );
}
