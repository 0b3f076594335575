import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import type { Place } from '../app/place';
import type { Entry } from './feed';
import { Instant } from './instant';
import { pageOf } from './kinds';

const COLORS: Readonly<Record<Entry['kind'], string>> = {
  request: 'gray',
  event: 'teal',
  attempt: 'indigo',
  fault: 'orange',
  clock: 'blue',
  act: 'grape',
  page: 'teal',
};

interface EntryLineProps {
  readonly entry: Entry;
  readonly place: Place;
  /** The object that all lines are about, which then need not say so. */
  readonly about?: string;
  /** Details below the line. */
  readonly children?: ReactNode;
}

/** A line of the timeline, which leads to what it is about. */
export function EntryLine({ entry, place, about, children }: EntryLineProps): JSX.Element {
  const { kind, at, machine_at: machineAt, object_id: objectId } = entry;
  return (
    <Link to={placeOf(entry, place)} className="entry">
      <Group gap="xs" px="xs" py={4} wrap="wrap">
        <Badge color={COLORS[kind]} variant="light" tt="none" w={76} style={{ flexShrink: 0 }}>
          {kind}
        </Badge>
        <Text size="sm" className="breaks" style={{ flex: '1 1 200px' }}>
          {wordsOf(entry)}
          {children && <> · {children}</>}
        </Text>
        {objectId && objectId !== about && (
          <Text size="xs" c="dimmed" ff="monospace" className="breaks">
            {objectId}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <Instant at={at} machineAt={machineAt} />
        </Text>
      </Group>
    </Link>
  );
}

/** An address that fits into a line. */
function shortened(uri: string): string {
  return uri.length > 40 ? `${uri.slice(0, 36)}…` : uri;
}

function momentIn(moment: string | number | null | undefined, before: string): string {
  return typeof moment === 'string' ? `${before}${new Date(moment).toISOString()}` : '';
}

/** What happened, in a line. */
function wordsOf({ kind, details }: Entry): string {
  const said = details as Readonly<Record<string, string | number | null>>;
  const has = (name: string, before = ' '): string => (said[name] === null || said[name] === undefined ? '' : `${before}${said[name]}`);
  switch (kind) {
    case 'request':
      return `${said['method']} ${said['path']}${said['state'] === 'in_progress' ? ' is in progress' : has('status', ' → ')}${has('error')}${has('fault', ', fault ')}`;
    case 'event':
      return String(said['key']);
    case 'attempt':
      return `webhook to ${shortened(String(said['uri']))}, attempt ${said['number']}${has('status', ' → ')}${has('error', ': ')}${has('fault', ', fault ')}`;
    case 'fault':
      return `fault ${said['fault']} fired: ${JSON.stringify(said['do'])}`;
    case 'clock':
      return `clock ${said['action']}${momentIn(said['from'], ' from ')}${momentIn(said['to'], ' to ')}${has('why', ': ')}`;
    case 'act':
      return `by hand: ${said['action']}`;
    case 'page':
      return `customer: ${said['action']}${has('failure_code')}`;
  }
}

function placeOf({ kind, id, object_id: objectId, details }: Entry, { name, mode }: Place): string {
  const base = `/sandboxes/${name}/${mode}`;
  const { delivery } = details as { delivery?: string };
  if (kind === 'attempt' && delivery) return `${base}/webhooks/${delivery}`;
  if (kind === 'request') return `${base}/requests/${id}`;
  if (kind === 'clock') return `${base}/clock`;
  if (kind === 'fault') return objectId ? placeOfObject(objectId, { name, mode }) : `${base}/faults`;
  return objectId ? placeOfObject(objectId, { name, mode }) : base;
}

/** The page of an object, by what its id says it is, or the first page. */
export function placeOfObject(id: string, place: Place): string {
  return pageOf(id, place) ?? `/sandboxes/${place.name}/${place.mode}`;
}
