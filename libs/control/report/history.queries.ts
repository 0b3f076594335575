import { Prisma } from '#platform/database/generated/client.js';
import type { HistoryRows } from './rules/history.js';

/** The most rows of a table that a report reads: the latest ones. */
export const MAX_ROWS = 10_000;

export interface HistoryQuery {
  readonly accountId: string;
  /** From this time of the sandbox on. */
  readonly since: Date;
  /** The metadata keys of orders. */
  readonly orderKeys: readonly string[];
}

/** Milliseconds of a time. Null stays null. */
const ms = (column: string): Prisma.Sql => Prisma.raw(`floor(extract(epoch FROM ${column}) * 1000)::int8`);

/** The first of these keys that metadata has, as text. */
function orderIn(metadata: Prisma.Sql, keys: readonly string[]): Prisma.Sql {
  return Prisma.sql`coalesce(${Prisma.join(keys.map((key) => Prisma.sql`${metadata} ->> ${key}`))})`;
}

/** The rows of a report's history in test mode, by table, each oldest first. */
export function historyQueries({
  accountId,
  since,
  orderKeys,
}: HistoryQuery): Readonly<Record<keyof HistoryRows, Prisma.Sql>> {
  const isTested = Prisma.sql`account_id = ${accountId} AND NOT livemode`;
  /** The latest rows of a table, oldest first. */
  const latest = (columns: Prisma.Sql, table: Prisma.Sql, time: string): Prisma.Sql => Prisma.sql`
    SELECT * FROM (
      SELECT ${columns} FROM ${table} WHERE ${isTested} AND ${Prisma.raw(time)} >= ${since}
      ORDER BY ${Prisma.raw(time)} DESC, id DESC LIMIT ${MAX_ROWS}) newest
    ORDER BY sorted, id`;
  const created = Prisma.sql`created_at AS sorted, ${ms('created_at')} AS created_at`;
  return {
    charges: latest(
      Prisma.sql`id, status, amount, currency, funding_currency, captured_amount, refunded_amount, capture,
        coalesce((SELECT type FROM source WHERE source.id = source_id), 'card') AS method, authentication, failure_code, return_uri,
        payment_id, customer_id, schedule_id, description, ${orderIn(Prisma.sql`metadata`, orderKeys)} AS order_of, ${created},
        ${ms('authorized_at')} AS authorized_at, ${ms('paid_at')} AS paid_at, ${ms('expired_at')} AS expired_at,
        id IN (SELECT unnest(made) FROM exam WHERE exam.account_id = ${accountId} AND kind = 'exam') AS is_of_exam`,
      Prisma.sql`charge`,
      'created_at',
    ),
    refunds: latest(Prisma.sql`id, charge_id, amount, ${created}`, Prisma.sql`refund`, 'created_at'),
    disputes: latest(Prisma.sql`id, charge_id, status, ${created}`, Prisma.sql`dispute`, 'created_at'),
    events: latest(Prisma.sql`id, key, object_id, trigger_id, ${created}`, Prisma.sql`event`, 'created_at'),
    attempts: Prisma.sql`
      SELECT * FROM (
        SELECT delivery_id || '-' || number AS id, event_id, key, object_id, ${ms('event.created_at')} AS event_at,
          ${ms('started_at')} AS started_at, duration_ms, attempt.status, error, fault_effect ->> 'kind' AS effect, change,
          delivery.status AS delivery_status, coalesce(attempt.machine_at, started_at) AS sorted
        FROM webhook_attempt attempt JOIN webhook_delivery delivery ON delivery.id = delivery_id JOIN event ON event.id = event_id
        WHERE attempt.account_id = ${accountId} AND NOT delivery.livemode AND started_at >= ${since}
        ORDER BY attempt.xid DESC LIMIT ${MAX_ROWS}) newest
      ORDER BY sorted, id`,
    requests: Prisma.sql`
      SELECT * FROM (
        SELECT id, livemode, host, method, path, status, error_code, error_message, objects, fault, key_kind, api_version, is_from_browser,
          duration_ms, ${orderIn(Prisma.sql`parameters -> 'metadata'`, orderKeys)} AS order_of,
          query::jsonb ? 'waited' AS is_poll, ${ms('coalesce(at, machine_at)')} AS at, ${ms('machine_at')} AS machine_at
        FROM request_log WHERE account_id = ${accountId} AND coalesce(at, machine_at) >= ${since}
        ORDER BY xid DESC, id DESC LIMIT ${MAX_ROWS}) newest
      ORDER BY id`,
    firings: Prisma.sql`
      SELECT * FROM (
        SELECT id, object_id, trigger_id, effect, ${ms('at')} AS at FROM fault_firing
        WHERE ${isTested} AND at >= ${since}
        ORDER BY xid DESC, id DESC LIMIT ${MAX_ROWS}) newest
      ORDER BY at, id`,
  };
}
