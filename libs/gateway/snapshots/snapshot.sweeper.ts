import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Sweeper } from '#platform/jobs/sweeper.js';
import { IS_UNCLAIMED } from './claimed-snapshot.js';
import { saveName } from './row-copies.js';
import { SAVED_TABLES } from './saved-tables.js';

/** Snapshots that one round removes rows of, rows that one statement removes, and statements of one round. */
const MOST_SNAPSHOTS = 1_000;
const BATCH_SIZE = 5_000;
const MAX_BATCHES = 20;

/** Removes, in small steps, what was in snapshots that were deleted, or whose sandboxes were, and what imports have staged. A worker that dies in between leaves them to the next. */
@Injectable()
export class SnapshotSweeper extends Sweeper {
  readonly name = 'snapshots';

  constructor(private readonly database: Database) {
    super();
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const ids = await this.findDeleted();
    if (ids.length === 0) return 0;
    let removed = 0;
    let batches = 0;
    for (const { name } of SAVED_TABLES) {
      for (let count = BATCH_SIZE; count === BATCH_SIZE; removed += count, batches += 1) {
        if (signal.aborted || batches >= MAX_BATCHES + SAVED_TABLES.length) return removed;
        count = await this.removeBatch(saveName(name), ids);
      }
    }
    return removed + (await this.removeEmpty(ids));
  }

  /** Those that nobody is restoring or importing. */
  private async findDeleted(): Promise<bigint[]> {
    const rows = await this.database.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM snapshot WHERE sandbox_name IS NULL AND ${IS_UNCLAIMED} ORDER BY id LIMIT ${MOST_SNAPSHOTS} FOR UPDATE SKIP LOCKED`;
    return rows.map(({ id }) => id);
  }

  private removeBatch(table: Prisma.Sql, ids: readonly bigint[]): Promise<number> {
    return this.database.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE snapshot_id = ANY(${ids}::bigint[]) LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))`;
  }

  /** Those that nothing is left of: another worker may be at some rows. */
  private removeEmpty(ids: readonly bigint[]): Promise<number> {
    const isEmpty = SAVED_TABLES.map(({ name }) => Prisma.sql`NOT EXISTS (SELECT FROM ${saveName(name)} WHERE snapshot_id = snapshot.id)`);
    return this.database.$executeRaw`DELETE FROM snapshot WHERE id = ANY(${ids}::bigint[]) AND ${Prisma.join(isEmpty, ' AND ')}`;
  }
}
