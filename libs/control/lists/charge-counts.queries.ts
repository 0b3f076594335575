import { Prisma } from '#platform/database/generated/client.js';
import { COUNTED } from '#platform/listing/page-sql.js';
import { CHARGE_SQL, LISTED_STATUSES } from '#resources/charges/charge.sql.js';

/** Totals of the account's charges. */
export function moneySql(accountId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT livemode, currency, status, count(*)::int4 AS count, sum(amount)::int8 AS amount, sum(refunded_amount)::int8 AS refunded_amount
    FROM charge WHERE account_id = ${accountId} GROUP BY livemode, currency, status ORDER BY livemode, currency, status`;
}

/** One row with the number of charges in each state, each counted by its own index. */
export function chargeCountsSql(accountId: string, modes: readonly boolean[]): Prisma.Sql {
  const states = {
    all: 'true',
    ...LISTED_STATUSES,
    refunded: CHARGE_SQL.isRefunded,
    disputed: CHARGE_SQL.isDisputed,
  };
  const counts = Object.entries(states).map(
    ([name, condition]) => Prisma.sql`
    (SELECT count(*)::int4 FROM (SELECT FROM charge
      WHERE account_id = ${accountId} AND livemode = ANY(${[...modes]}::bool[]) AND (${Prisma.raw(condition)}) LIMIT ${COUNTED}) counted) AS ${Prisma.raw(`"${name}"`)}`,
  );
  return Prisma.sql`SELECT ${Prisma.join(counts)}`;
}
