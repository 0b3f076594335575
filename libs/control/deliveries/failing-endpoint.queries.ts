import { Prisma } from '#platform/database/generated/client.js';
import { HAS_FAILED } from '#engine/webhooks/delivery-counts.queries.js';

/** The most webhooks of each status that are grouped, the latest. */
const MOST_GROUPED = 1_000;
/** Webhooks that changed their status last, among which delivered ones are looked for. */
const MOST_LATEST = 2_000;
/** Read by the id of each row: a join reads all events of a large table. */
const KEY = Prisma.sql`(SELECT key FROM event WHERE id = event_id)`;

/** The failed webhooks of an endpoint with the same response or error. */
export interface EndpointFailures {
  readonly uri: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly retrying: number;
  readonly exhausted: number;
  /** The start of the latest response. */
  readonly body: string | null;
  /** The ids of the deliveries, latest failure first. */
  readonly ids: readonly string[];
}

/**
 * Rows of {@link EndpointFailures}: webhooks that are retried or exhausted, by the last attempt at their own
 * URL. A retried one no longer counts once its endpoint has received a later webhook of the same event, an
 * exhausted one once it has received any.
 */
export function endpointFailuresSql(accountId: string, livemode: boolean | undefined): Prisma.Sql {
  const isOfMode = livemode === undefined ? Prisma.sql`true` : Prisma.sql`livemode = ${livemode}`;
  return Prisma.sql`
    WITH undelivered AS (
      (SELECT id, event_id, uri, status FROM webhook_delivery
       WHERE account_id = ${accountId} AND status = 'pending' AND ${HAS_FAILED} AND ${isOfMode}
       ORDER BY next_attempt_at DESC LIMIT ${MOST_GROUPED})
      UNION ALL
      (SELECT id, event_id, uri, status FROM webhook_delivery
       WHERE account_id = ${accountId} AND status = 'exhausted' AND ${isOfMode}
       ORDER BY xid DESC, id DESC LIMIT ${MOST_GROUPED})
    ), failed AS MATERIALIZED (
      SELECT undelivered.*, ${KEY} AS key, attempt.status AS answer, attempt.error, attempt.answer_start, attempt.xid
      FROM undelivered CROSS JOIN LATERAL (
        SELECT status, error, answer_start, xid FROM webhook_attempt
        WHERE delivery_id = undelivered.id AND uri IS NULL AND (status IS NOT NULL OR error IS NOT NULL)
        ORDER BY number DESC LIMIT 1) attempt
    ), delivered AS (
      SELECT uri, key, max(xid) AS xid
      FROM (SELECT uri, status, xid, ${KEY} AS key FROM webhook_delivery
            WHERE account_id = ${accountId} AND ${isOfMode} AND xid > (SELECT min(xid) FROM failed)
            ORDER BY xid DESC, id DESC LIMIT ${MOST_LATEST}) latest
      WHERE status = 'delivered' AND uri IN (SELECT uri FROM failed)
      GROUP BY GROUPING SETS ((uri, key), (uri))
    )
    SELECT uri, answer AS status, error,
      (count(*) FILTER (WHERE failed.status = 'pending'))::int4 AS retrying,
      (count(*) FILTER (WHERE failed.status = 'exhausted'))::int4 AS exhausted,
      (array_agg(answer_start ORDER BY xid DESC))[1] AS body,
      array_agg(id ORDER BY xid DESC, id DESC) AS ids
    FROM failed
    WHERE NOT EXISTS (
      SELECT FROM delivered WHERE delivered.uri = failed.uri AND delivered.xid > failed.xid
        AND (failed.status = 'exhausted' OR delivered.key = failed.key))
    GROUP BY uri, answer, error
    ORDER BY count(*) DESC, max(xid) DESC`;
}
