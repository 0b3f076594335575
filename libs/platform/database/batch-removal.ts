import type { Database } from './database.js';
import { Prisma } from './generated/client.js';

export interface BatchRemoval {
  /** Tables, children before parents. */
  readonly tables: readonly Prisma.Sql[];
  readonly where: Prisma.Sql;
  readonly batchSize: number;
  /** The most full batches of one call, approximately. */
  readonly maxBatches: number;
}

/**
 * Removes rows in small batches and skips locked rows. Stops early after `maxBatches`, or when `signal` is
 * aborted; `isThrough` is then false.
 */
export async function removeInBatches(
  database: Database,
  { tables, where, batchSize, maxBatches }: BatchRemoval,
  signal: AbortSignal,
): Promise<{ readonly removed: number; readonly isThrough: boolean }> {
  let removed = 0;
  let batches = 0;
  for (const table of tables) {
    for (let count = batchSize; count === batchSize; removed += count, batches += 1) {
      // Each table needs one batch that is not full.
      if (signal.aborted || batches >= maxBatches + tables.length) return { removed, isThrough: false };
      count = await database.$executeRaw`
        DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`;
    }
  }
  return { removed, isThrough: true };
}
