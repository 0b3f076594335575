import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { durationTextOf, outcomeOf, sentenceOf } from './entry-words';
import type { Place } from '../app/place';
import { pageOf } from '../parts/kinds';
import { IdText } from '../ui/id-text';
import { Time } from '../ui/time';
import { labelOf } from '../ui/words';
import type { Entry } from './entries';

interface EntryLineProps {
  readonly entry: Entry;
  readonly place: Place;
}

/** A line of the timeline, which leads to its page. The dot has the colour of the outcome. */
export function EntryLine({ entry, place }: EntryLineProps): JSX.Element {
  const { kind, at, machine_at: machineAt, object_id: objectId } = entry;
  const duration = durationTextOf(entry);
  return (
    <Link to={placeOf(entry, place)} className="entry">
      <Group gap="xs" px="xs" py={4} wrap="wrap">
        <span className="tone outcome" data-tone={outcomeOf(entry)}>
          {labelOf(kind)}
        </span>
        <Text size="sm" className="breaks" style={{ flex: '1 1 200px' }}>
          {sentenceOf(entry)}
        </Text>
        {objectId && <IdText id={objectId} />}
        {duration && (
          <Text size="xs" c="dimmed" className="numbers">
            {duration}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <Time at={at} machineAt={machineAt} />
        </Text>
      </Group>
    </Link>
  );
}

function placeOf({ kind, id, object_id: objectId, details }: Entry, { name, mode }: Place): string {
  const base = `/sandboxes/${name}/${mode}`;
  const { delivery } = details as { delivery?: string };
  if (kind === 'attempt' && delivery) return `${base}/webhooks/${delivery}`;
  if (kind === 'request') return `${base}/requests?open=${id}`;
  if (kind === 'clock') return `${base}/clock`;
  if (kind === 'fault') return objectId ? placeOfObject(objectId, { name, mode }) : `${base}/faults`;
  return objectId ? placeOfObject(objectId, { name, mode }) : base;
}

/** The page of an object by the prefix of its id, or Activity. */
export function placeOfObject(id: string, place: Place): string {
  return pageOf(id, place) ?? `/sandboxes/${place.name}/${place.mode}`;
}
