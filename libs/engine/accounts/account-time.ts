import { Prisma } from '#platform/database/generated/client.js';

/** The time of the row `account`, as `Clock.now` computes it, in SQL. */
export function accountTime(machineNow: Date): Prisma.Sql {
  return accountTimeAt(machineNow, Prisma.sql`0`);
}

/**
 * The same, `graceMs` earlier for clocks whose jobs run on time. Jobs use the machine's time, so a frozen or
 * moved clock gets no grace.
 */
export function accountTimeLessGrace(machineNow: Date, graceMs: number): Prisma.Sql {
  return accountTimeAt(
    machineNow,
    Prisma.sql`CASE account.clock_offset_ms WHEN 0 THEN ${-graceMs}::bigint ELSE 0 END`,
  );
}

/** The same, `toleranceMs` later where the clock runs: the clocks of two machines may differ. */
export function accountTimeOrSoon(machineNow: Date, toleranceMs: number): Prisma.Sql {
  return accountTimeAt(machineNow, Prisma.sql`${toleranceMs}::bigint`);
}

function accountTimeAt(machineNow: Date, shiftMs: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(account.frozen_at,
    ${machineNow}::timestamptz + (account.clock_offset_ms + ${shiftMs}) * interval '1 millisecond')`;
}
