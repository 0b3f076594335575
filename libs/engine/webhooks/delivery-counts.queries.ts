import { Prisma } from '#platform/database/generated/client.js';
import { COUNTED } from '#platform/listing/page-sql.js';

/**
 * A condition for pending deliveries: at least one scheduled attempt failed. An attempt in progress has not
 * failed.
 */
export const HAS_FAILED = Prisma.sql`attempt_count - extra_count - (claimed_until IS NOT NULL)::int > 0`;

/** Webhooks that are not delivered, by state. */
export interface UndeliveredCounts {
  readonly pending: number;
  readonly retrying: number;
  readonly held: number;
  readonly exhausted: number;
}

export interface DeliveryCounts extends UndeliveredCounts {
  readonly delivered: number;
}

/**
 * One row of {@link DeliveryCounts}. Delivered ones are counted among the latest webhooks, because they have
 * no index.
 */
export function deliveryCountsSql(accountId: string, livemode: boolean | undefined): Prisma.Sql {
  return Prisma.sql`
    SELECT ${undeliveredCountsSql(accountId, livemode)},
      (SELECT count(*) FILTER (WHERE ${isOfMode(livemode)} AND status = 'delivered')::int4 FROM (
        SELECT livemode, status FROM webhook_delivery WHERE account_id = ${accountId} ORDER BY xid DESC, id DESC LIMIT ${COUNTED}) latest) AS delivered`;
}

/**
 * The columns of {@link UndeliveredCounts}, as subqueries. Each reads a partial index, at most {@link
 * COUNTED} rows of it.
 */
export function undeliveredCountsSql(accountId: string, livemode: boolean | undefined): Prisma.Sql {
  const count = (
    name: string,
    status: string,
    order: Prisma.Sql,
    condition = Prisma.sql`true`,
  ): Prisma.Sql => Prisma.sql`
    (SELECT count(*) FILTER (WHERE ${isOfMode(livemode)} AND ${condition})::int4 FROM (
      SELECT livemode, attempt_count, extra_count, claimed_until FROM webhook_delivery
      WHERE account_id = ${accountId} AND status = ${Prisma.raw(`'${status}'`)} ORDER BY ${order} LIMIT ${COUNTED}) counted) AS ${Prisma.raw(name)}`;
  // Retries are due later than first attempts.
  const latest = Prisma.sql`next_attempt_at DESC`;
  return Prisma.join([
    count('pending', 'pending', latest, Prisma.sql`NOT (${HAS_FAILED})`),
    count('retrying', 'pending', latest, HAS_FAILED),
    count('held', 'held', Prisma.sql`id`),
    count('exhausted', 'exhausted', Prisma.sql`xid DESC, id DESC`),
  ]);
}

function isOfMode(livemode: boolean | undefined): Prisma.Sql {
  return livemode === undefined ? Prisma.sql`true` : Prisma.sql`livemode = ${livemode}`;
}
