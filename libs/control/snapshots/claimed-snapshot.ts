import { Prisma } from '#platform/database/generated/client.js';
import type { LongSession } from '#platform/database/long-transactions.js';

/** The class of these advisory locks: arbitrary, but the same in every process. */
const LOCK_CLASS = 740_079;

/**
 * Reserves the id of a snapshot without a sandbox, and locks it. While the session is connected, and until
 * {@link releaseSnapshot}, no worker removes its rows. If the process dies, a worker does.
 */
export async function claimSnapshot(session: LongSession): Promise<bigint> {
  const [row] = await session.query<{ id: string }>(
    Prisma.sql`SELECT nextval(pg_get_serial_sequence('snapshot', 'id'))::text AS id`,
  );
  const id = BigInt(row?.id ?? 0);
  await session.query(Prisma.sql`SELECT pg_advisory_lock(${LOCK_CLASS}::int, hashint8(${id}::bigint))`);
  return id;
}

export async function releaseSnapshot(session: LongSession, id: bigint): Promise<void> {
  await session.query(Prisma.sql`SELECT pg_advisory_unlock(${LOCK_CLASS}::int, hashint8(${id}::bigint))`);
}

/** A condition for unclaimed snapshots. It claims them. */
export const IS_UNCLAIMED = Prisma.sql`pg_try_advisory_xact_lock(${LOCK_CLASS}::int, hashint8(snapshot.id))`;
