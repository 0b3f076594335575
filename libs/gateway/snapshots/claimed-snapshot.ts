import { Prisma } from '#platform/database/generated/client.js';
import type { LongSession } from '#platform/database/long-transactions.js';

/** The class of these advisory locks. Any number will do, as long as every Tollgate uses the same. */
const LOCK_CLASS = 740_079;

/**
 * The number of a snapshot that nobody knows. No worker removes its rows while the session is connected, until {@link releaseSnapshot}: a process that dies
 * leaves them to a worker.
 */
export async function claimSnapshot(session: LongSession): Promise<bigint> {
  const [row] = await session.query<{ id: string }>(Prisma.sql`SELECT nextval(pg_get_serial_sequence('snapshot', 'id'))::text AS id`);
  const id = BigInt(row?.id ?? 0);
  await session.query(Prisma.sql`SELECT pg_advisory_lock(${LOCK_CLASS}::int, hashint8(${id}::bigint))`);
  return id;
}

export async function releaseSnapshot(session: LongSession, id: bigint): Promise<void> {
  await session.query(Prisma.sql`SELECT pg_advisory_unlock(${LOCK_CLASS}::int, hashint8(${id}::bigint))`);
}

/** Whether nobody has claimed the snapshot of this row. */
export const IS_UNCLAIMED = Prisma.sql`pg_try_advisory_xact_lock(${LOCK_CLASS}::int, hashint8(snapshot.id))`;
