import { Prisma } from '#platform/database/generated/client.js';
import type { TimelineKind } from './timeline-entry.view.js';

export interface TimelineFilter {
  readonly kinds: readonly TimelineKind[];
  readonly object: string | undefined;
  readonly livemode: boolean | undefined;
}

/** For each kind: its columns, which are the same for all, from where, and what says that it is about an object. */
interface Source {
  readonly rows: (accountId: string) => Prisma.Sql;
  readonly isAbout: (objectId: string) => Prisma.Sql;
}

const SOURCES: Readonly<Record<TimelineKind, Source>> = {
  request: {
    rows: (accountId) => Prisma.sql`
      SELECT id, xid, 'request' AS kind, livemode, at, machine_at, request_id, objects[1] AS object_id, objects,
        json_build_object('host', host, 'method', method, 'path', path, 'status', status, 'duration_ms', duration_ms,
          'state', CASE WHEN is_in_progress THEN 'in_progress' ELSE 'done' END, 'error', error_code, 'fault', fault) AS details
      FROM request_log WHERE account_id = ${accountId}`,
    isAbout: (objectId) => Prisma.sql`${objectId} = ANY(objects)`,
  },
  event: {
    rows: (accountId) => Prisma.sql`
      SELECT id, xid, 'event' AS kind, livemode, created_at AS at, NULL::timestamptz AS machine_at, request_id, object_id, NULL::text[] AS objects,
        json_build_object('key', key) AS details
      FROM event WHERE account_id = ${accountId}`,
    isAbout: (objectId) => Prisma.sql`object_id = ${objectId}`,
  },
  attempt: {
    rows: (accountId) => Prisma.sql`
      SELECT delivery_id || '-' || number AS id, attempt.xid, 'attempt' AS kind, delivery.livemode, started_at AS at,
        coalesce(machine_at, started_at) AS machine_at, request_id, object_id, ARRAY[object_id, event_id, delivery_id] AS objects,
        json_build_object('event', event_id, 'delivery', delivery_id, 'number', number, 'trigger', trigger,
          'uri', coalesce(attempt.uri, delivery.uri), 'status', attempt.status, 'error', error, 'duration_ms', duration_ms, 'fault', attempt.fault)
          AS details
      FROM webhook_attempt attempt JOIN webhook_delivery delivery ON delivery.id = delivery_id JOIN event ON event.id = event_id
      WHERE attempt.account_id = ${accountId}`,
    isAbout: (objectId) => Prisma.sql`${objectId} = ANY(objects)`,
  },
  fault: {
    rows: (accountId) => Prisma.sql`
      SELECT id, xid, 'fault' AS kind, livemode, at, machine_at, request_id, object_id, NULL::text[] AS objects,
        json_build_object('fault', fault, 'do', effect) AS details
      FROM fault_firing WHERE account_id = ${accountId}`,
    isAbout: (objectId) => Prisma.sql`object_id = ${objectId}`,
  },
  clock: {
    rows: (accountId) => Prisma.sql`
      SELECT id, xid, 'clock' AS kind, NULL::boolean AS livemode, to_at AS at, ended_at AS machine_at, request_id, NULL::text AS object_id,
        NULL::text[] AS objects, json_build_object('action', action, 'status', status, 'from', from_at, 'to', to_at, 'why', why) AS details
      FROM clock_move WHERE account_id = ${accountId} AND ended_at IS NOT NULL`,
    isAbout: (objectId) => Prisma.sql`id = ${objectId}`,
  },
  act: {
    rows: (accountId) => Prisma.sql`
      SELECT id, xid, 'act' AS kind, livemode, at, machine_at, request_id, object_id, NULL::text[] AS objects,
        json_build_object('action', action) AS details
      FROM act WHERE account_id = ${accountId}`,
    isAbout: (objectId) => Prisma.sql`object_id = ${objectId}`,
  },
};

/** A query for each kind. What is about both modes is in either. */
export function timelineQueries(accountId: string, { kinds, object, livemode }: TimelineFilter): Prisma.Sql[] {
  return kinds.map((kind) => {
    const { rows, isAbout } = SOURCES[kind];
    const conditions = [
      Prisma.sql`true`,
      ...(object === undefined ? [] : [isAbout(object)]),
      ...(livemode === undefined ? [] : [Prisma.sql`livemode IS NOT DISTINCT FROM ${livemode} OR livemode IS NULL`]),
    ];
    return Prisma.sql`SELECT * FROM (${rows(accountId)}) one WHERE (${Prisma.join(conditions, ') AND (')})`;
  });
}
