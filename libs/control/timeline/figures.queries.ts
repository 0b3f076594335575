import { Prisma } from '#platform/database/generated/client.js';
import { IS_PAGE } from './request-parts.js';

/** The most requests, and the most attempts, that are counted: the latest ones. */
const COUNTED = 10_000;

/** The span, in machine time, and the mode. */
export interface FiguresQuery {
  readonly from: Date;
  readonly to: Date;
  readonly stepMs: number;
  readonly livemode: boolean | undefined;
}

/** The row that {@link figuresSql} returns. */
export interface FiguresRow {
  readonly is_cut: boolean;
  readonly steps: readonly StepRow[];
}

/** The figures of the step with this number. Nulls are not counted. */
interface StepRow {
  readonly step: number;
  readonly requests: number | null;
  readonly errors: number | null;
  readonly p95_ms: number | null;
  readonly delivered: number | null;
  readonly failed_attempts: number | null;
}

/** The figures of the steps with entries. */
export function figuresSql(accountId: string, { from, to, stepMs, livemode }: FiguresQuery): Prisma.Sql {
  const step = Prisma.sql`floor(extract(epoch FROM machine_at - ${from}::timestamptz) * 1000 / ${stepMs}::bigint)::int4`;
  const isMeant = Prisma.sql`machine_at >= ${from}::timestamptz AND machine_at < ${to}::timestamptz
    AND ${livemode === undefined ? Prisma.sql`true` : Prisma.sql`livemode = ${livemode}`}`;
  const isCut = (name: string): Prisma.Sql =>
    Prisma.sql`(SELECT count(*) = ${COUNTED} AND min(machine_at) > ${from}::timestamptz FROM ${Prisma.raw(name)})`;
  return Prisma.sql`
    WITH request AS (
      SELECT machine_at, livemode, status, is_in_progress, duration_ms FROM request_log
      WHERE account_id = ${accountId} AND NOT ${IS_PAGE} ORDER BY xid DESC, id DESC LIMIT ${COUNTED}
    ), attempt AS (
      SELECT coalesce(latest.machine_at, latest.started_at) AS machine_at, livemode, latest.status BETWEEN 200 AND 299 AS is_delivered FROM (
        SELECT delivery_id, machine_at, started_at, status FROM webhook_attempt
        WHERE account_id = ${accountId} ORDER BY xid DESC LIMIT ${COUNTED}) latest
      JOIN webhook_delivery ON webhook_delivery.id = delivery_id
    ), requests AS (
      SELECT ${step} AS step, count(*)::int4 AS requests, count(*) FILTER (WHERE status >= 400)::int4 AS errors,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE NOT is_in_progress) AS p95_ms
      FROM request WHERE ${isMeant} GROUP BY 1
    ), attempts AS (
      SELECT ${step} AS step, count(*) FILTER (WHERE is_delivered)::int4 AS delivered,
        count(*) FILTER (WHERE is_delivered IS NOT TRUE)::int4 AS failed_attempts
      FROM attempt WHERE ${isMeant} GROUP BY 1
    )
    SELECT ${isCut('request')} OR ${isCut('attempt')} AS is_cut,
      (SELECT coalesce(json_agg(one), '[]') FROM (SELECT * FROM requests FULL JOIN attempts USING (step)) one) AS steps`;
}
