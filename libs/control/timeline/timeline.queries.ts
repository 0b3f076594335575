import { Prisma } from '#platform/database/generated/client.js';
import type { LookedThrough } from '#platform/listing/committed-list.js';
import { hasWordsSql } from '#platform/listing/pattern-sql.js';
import type { TimelineKind } from './timeline-entry.view.js';

/** The most entries that a search reads for one page. */
const LOOKED_THROUGH = 2_000;

export interface TimelineFilter {
  readonly kinds: readonly TimelineKind[];
  readonly object: string | undefined;
  /** True if entries about related objects match too. */
  readonly hasRelated: boolean;
  readonly livemode: boolean | undefined;
  /** Words in lower case that the entry's text must contain. */
  readonly words: readonly string[];
}

/**
 * A kind of entry: the query of its rows in common columns, the condition for entries about an object, and
 * the searched text.
 */
interface Source {
  readonly rows: (accountId: string, words: Prisma.Sql) => Prisma.Sql;
  readonly isAbout: (objectIds: Prisma.Sql) => Prisma.Sql;
  /** The column with the entry that may have set off an event or an attempt, which makes it part of their story. */
  readonly cause?: Prisma.Sql;
  /** The searched columns. */
  readonly text: Prisma.Sql;
}

/**
 * The key of an event, and fields of its object at that time. Missing fields are null. The status is that of
 * lists (LISTED_STATUSES of charges).
 */
const EVENT_DETAILS = Prisma.sql`(
  SELECT json_build_object('key', key, 'amount', amount, 'currency', currency,
    'status', CASE WHEN status = 'pending' AND authorized THEN 'authorized' ELSE status END, 'failure_code', failure_code,
    'method', coalesce(source ->> 'type', card ->> 'object'), 'metadata', metadata)
  FROM json_to_record(body::json -> 'data')
    AS data(amount bigint, currency text, status text, authorized boolean, failure_code text, source json, card json, metadata json))`;

/** A time as entries have it. */
const isoTime = (column: string): Prisma.Sql =>
  Prisma.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Of a page of a payment its charge; otherwise the first object of the request. */
export const PAGE_OBJECT = Prisma.sql`coalesce(CASE host WHEN 'pay' THEN (SELECT id FROM charge WHERE payment_id = objects[1]) END, objects[1])`;

const SOURCES: Readonly<Record<TimelineKind, Source>> = {
  request: {
    rows: (accountId, words) => Prisma.sql`
      SELECT id, xid, 'request' AS kind, livemode, at, machine_at, request_id, NULL::text AS trigger, ${PAGE_OBJECT} AS object_id, objects,
        json_build_object('host', host, 'method', method, 'path', path, 'status', status, 'duration_ms', duration_ms,
          'state', CASE WHEN is_in_progress THEN 'in_progress' ELSE 'done' END, 'error', error_code, 'fault', fault) AS details${words}
      FROM request_log WHERE account_id = ${accountId}`,
    isAbout: (objectIds) => Prisma.sql`objects && ${objectIds}`,
    cause: Prisma.sql`id`,
    text: Prisma.sql`id, host, method, path, query, parameters, status, error_code, error_message, request_id, fault, array_to_string(objects, ' ')`,
  },
  event: {
    rows: (accountId, words) => Prisma.sql`
      SELECT id, xid, 'event' AS kind, livemode, created_at AS at, machine_at, request_id, trigger_id AS trigger, object_id, NULL::text[] AS objects,
        ${EVENT_DETAILS} AS details${words}
      FROM event WHERE account_id = ${accountId}`,
    isAbout: (objectIds) => Prisma.sql`object_id = ANY(${objectIds})`,
    text: Prisma.sql`id, key, object_id, request_id, body`,
  },
  attempt: {
    rows: (accountId, words) => Prisma.sql`
      SELECT delivery_id || '-' || number AS id, attempt.xid, 'attempt' AS kind, delivery.livemode, started_at AS at,
        coalesce(attempt.machine_at, started_at) AS machine_at, request_id, attempt.trigger_id AS trigger, object_id, ARRAY[object_id, event_id, delivery_id] AS objects,
        json_build_object('key', key, 'event', event_id, 'delivery', delivery_id, 'number', number, 'trigger', trigger,
          'uri', coalesce(attempt.uri, delivery.uri), 'status', attempt.status, 'error', error, 'duration_ms', duration_ms, 'fault', attempt.fault,
          'given_up', delivery.status = 'exhausted' AND delivery.attempt_count = number,
          'next_attempt_at', CASE WHEN delivery.status = 'pending' AND delivery.attempt_count = number THEN ${isoTime('next_attempt_at')} END,
          'amount', body::json #> '{data,amount}', 'currency', body::json #> '{data,currency}', 'metadata', body::json #> '{data,metadata}')
          AS details${words}
      FROM webhook_attempt attempt JOIN webhook_delivery delivery ON delivery.id = delivery_id JOIN event ON event.id = event_id
      WHERE attempt.account_id = ${accountId}`,
    isAbout: (objectIds) => Prisma.sql`objects && ${objectIds}`,
    text: Prisma.sql`delivery_id, event_id, object_id, key, attempt.uri, delivery.uri, attempt.status, error, trigger, attempt.fault, request_id, body`,
  },
  fault: {
    rows: (accountId, words) => Prisma.sql`
      SELECT id, xid, 'fault' AS kind, livemode, at, machine_at, request_id, trigger_id AS trigger, object_id, NULL::text[] AS objects,
        json_build_object('fault', fault, 'do', effect) AS details${words}
      FROM fault_firing WHERE account_id = ${accountId}`,
    isAbout: (objectIds) => Prisma.sql`object_id = ANY(${objectIds})`,
    // An act or a clock move may set off much for other objects too.
    cause: Prisma.sql`CASE WHEN object_id IS NULL OR starts_with(trigger, 'req_') THEN trigger END`,
    text: Prisma.sql`fault, effect, object_id, request_id`,
  },
  clock: {
    rows: (accountId, words) => Prisma.sql`
      SELECT id, xid, 'clock' AS kind, NULL::boolean AS livemode, to_at AS at, ended_at AS machine_at, request_id, NULL::text AS trigger, NULL::text AS object_id,
        NULL::text[] AS objects, json_build_object('action', action, 'status', status, 'from', ${isoTime('from_at')}, 'to', ${isoTime('to_at')}, 'why', why) AS details${words}
      FROM clock_move WHERE account_id = ${accountId} AND ended_at IS NOT NULL`,
    isAbout: (objectIds) => Prisma.sql`id = ANY(${objectIds})`,
    cause: Prisma.sql`id`,
    text: Prisma.sql`id, action, status, why, request_id`,
  },
  act: {
    rows: (accountId, words) => Prisma.sql`
      SELECT id, xid, 'act' AS kind, livemode, at, machine_at, request_id, trigger_id AS trigger, object_id, NULL::text[] AS objects,
        json_build_object('action', action, 'client', client) AS details${words}
      FROM act WHERE account_id = ${accountId} AND kind = 'act'`,
    isAbout: (objectIds) => Prisma.sql`object_id = ANY(${objectIds})`,
    cause: Prisma.sql`id`,
    text: Prisma.sql`id, action, client, object_id, request_id`,
  },
  page: {
    rows: (accountId, words) => Prisma.sql`
      SELECT id, xid, 'page' AS kind, livemode, at, machine_at, request_id, trigger_id AS trigger, object_id, NULL::text[] AS objects,
        json_build_object('action', action, 'failure_code', failure_code) AS details${words}
      FROM act WHERE account_id = ${accountId} AND kind = 'page'`,
    isAbout: (objectIds) => Prisma.sql`object_id = ANY(${objectIds})`,
    text: Prisma.sql`id, action, failure_code, object_id, request_id`,
  },
};

/** A query for each kind. Entries about both modes match either mode. */
export function timelineQueries(
  accountId: string,
  { kinds, object, hasRelated, livemode, words }: TimelineFilter,
): Prisma.Sql[] {
  return kinds.map((kind) => {
    const { rows, isAbout, cause, text } = SOURCES[kind];
    const looked =
      words.length === 0
        ? Prisma.empty
        : Prisma.sql`, lower(concat_ws(' ', ${kind}::text, ${text})) AS words`;
    const conditions = [
      Prisma.sql`true`,
      ...(object === undefined
        ? []
        : [hasRelated ? isOfStory(object, isAbout, cause) : isAbout(Prisma.sql`ARRAY[${object}]`)]),
      ...(livemode === undefined
        ? []
        : [Prisma.sql`livemode IS NOT DISTINCT FROM ${livemode} OR livemode IS NULL`]),
    ];
    return Prisma.sql`SELECT * FROM (${rows(accountId, looked)}) one WHERE (${Prisma.join(conditions, ') AND (')})`;
  });
}

function isOfStory(object: string, isAbout: Source['isAbout'], cause: Source['cause']): Prisma.Sql {
  const ids = Prisma.sql`(${idsOfStory(object)} || ${idsMadeBy(object)})`;
  if (!cause) return isAbout(ids);
  const webhooks = Prisma.sql`webhook_delivery delivery JOIN event ON event.id = event_id WHERE event.object_id = ANY(${ids})`;
  return Prisma.sql`${isAbout(ids)} OR object_id IN (SELECT delivery.id FROM ${webhooks})
    OR ${cause} IN (SELECT trigger_id FROM event WHERE object_id = ANY(${ids})
      UNION ALL SELECT trigger_id FROM webhook_attempt WHERE delivery_id IN (SELECT delivery.id FROM ${webhooks}))`;
}

/**
 * The ids of an object and, for a charge, of its source or token, page, link, checkout session, refunds and
 * disputes, and of their transactions. The null elements match nothing.
 */
export function idsOfStory(id: string): Prisma.Sql {
  return Prisma.sql`array(
    SELECT ${id}
    UNION ALL SELECT unnest(ARRAY[payment_id, source_id, transaction_id, link_id]) FROM charge WHERE id = ${id}
    UNION ALL SELECT id FROM checkout_session WHERE charge_id = ${id}
    UNION ALL SELECT id FROM token WHERE charge_id = ${id}
    UNION ALL SELECT unnest(ARRAY[id, transaction_id]) FROM refund WHERE charge_id = ${id}
    UNION ALL SELECT unnest(ARRAY[id, started_transaction_id, won_transaction_id]) FROM dispute WHERE charge_id = ${id})`;
}

/** The ids of the charges and transfers that a schedule made. */
function idsMadeBy(id: string): Prisma.Sql {
  return Prisma.sql`array(
    SELECT charge.id FROM schedule JOIN charge USING (account_id, livemode) WHERE schedule.id = ${id} AND schedule_id = schedule.id
    UNION ALL SELECT result_id FROM occurrence WHERE schedule_id = ${id} AND starts_with(result_id, 'trsf_'))`;
}

/** The condition for entries with these words; `undefined` for all entries. */
export function lookForWords(words: readonly string[]): LookedThrough | undefined {
  return words.length === 0
    ? undefined
    : { condition: hasWordsSql(Prisma.sql`words`, words), most: LOOKED_THROUGH };
}
