import { Prisma } from '#platform/database/generated/client.js';

/** The most rows that a count reads. */
export const COUNTED = 10_000;

/** Totals of the account's charges. */
export function moneySql(accountId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT livemode, currency, status, count(*)::int4 AS count, sum(amount)::int8 AS amount, sum(refunded_amount)::int8 AS refunded_amount
    FROM charge WHERE account_id = ${accountId} GROUP BY livemode, currency, status ORDER BY livemode, currency, status`;
}

/** One row with the number of charges in each state, each counted by its own index. */
export function chargeCountsSql(accountId: string, modes: readonly boolean[]): Prisma.Sql {
  const count = (name: string, condition: string): Prisma.Sql => Prisma.sql`
    (SELECT count(*)::int4 FROM (SELECT FROM charge
      WHERE account_id = ${accountId} AND livemode = ANY(${[...modes]}::bool[]) AND ${Prisma.raw(condition)} LIMIT ${COUNTED}) counted) AS ${Prisma.raw(name)}`;
  const statuses = ['successful', 'failed', 'expired', 'reversed'].map((status) =>
    count(status, `status = '${status}'`),
  );
  return Prisma.sql`SELECT ${Prisma.join([
    count('"all"', 'true'),
    ...statuses,
    count('pending', `status = 'pending' AND authorized_at IS NULL`),
    count('authorized', `status = 'pending' AND authorized_at IS NOT NULL`),
    count('refunded', 'refunded_amount > 0'),
    count('disputed', 'dispute_id IS NOT NULL'),
  ])}`;
}
