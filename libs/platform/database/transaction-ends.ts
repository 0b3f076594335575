import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.js';
import { Prisma } from './generated/client.js';

const PAUSE_MS = 5;

/**
 * Resolves when the running statements, and the transactions that have written, have ended, or after
 * `limitMs`: a dump may take longer.
 */
export async function untilTransactionsEnd(database: Database, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  const [{ since } = { since: '' }] = await database.query<{ since: string }>(
    Prisma.sql`SELECT clock_timestamp()::text AS since`,
  );
  const underWay = (): Promise<object[]> =>
    database.query(Prisma.sql`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start <= ${since}::timestamptz
        AND (backend_xid IS NOT NULL OR state = 'active' AND query_start <= ${since}::timestamptz) LIMIT 1`);
  while ((await underWay()).length > 0 && performance.now() < deadline) await delay(PAUSE_MS);
}
