import { Injectable } from '@nestjs/common';
import { removeInBatches } from '#platform/database/batch-removal.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { IS_UNCLAIMED } from './claimed-snapshot.js';
import { saveName } from './row-copies.js';
import { SAVED_TABLES } from './saved-tables.js';

/** Limits of one round: snapshots, rows per statement, and statements. */
const MOST_SNAPSHOTS = 1_000;
const BATCH_SIZE = 5_000;
const MAX_BATCHES = 20;

/**
 * Removes, in small batches, the rows of snapshots that were deleted, with their sandbox or alone, and the
 * rows that imports have staged. After a crash another worker continues.
 */
@Injectable()
export class SnapshotSweeper extends BackgroundWork {
  readonly name = 'snapshots';

  constructor(private readonly database: Database) {
    super();
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const ids = await this.findDeleted();
    if (ids.length === 0) return 0;
    const tables = SAVED_TABLES.map(({ name }) => saveName(name));
    const where = Prisma.sql`snapshot_id = ANY(${ids}::bigint[])`;
    const removal = { tables, where, batchSize: BATCH_SIZE, maxBatches: MAX_BATCHES };
    const { removed, isThrough } = await removeInBatches(this.database, removal, signal);
    return isThrough ? removed + (await this.removeEmpty(ids)) : removed;
  }

  /** Deleted snapshots that are not being restored or imported. */
  private async findDeleted(): Promise<bigint[]> {
    const rows = await this.database.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM snapshot WHERE sandbox_name IS NULL AND ${IS_UNCLAIMED} ORDER BY id LIMIT ${MOST_SNAPSHOTS} FOR UPDATE SKIP LOCKED`;
    return rows.map(({ id }) => id);
  }

  /** Removes the snapshots that have no rows left: another worker may hold some. */
  private removeEmpty(ids: readonly bigint[]): Promise<number> {
    const isEmpty = SAVED_TABLES.map(
      ({ name }) => Prisma.sql`NOT EXISTS (SELECT FROM ${saveName(name)} WHERE snapshot_id = snapshot.id)`,
    );
    return this.database
      .$executeRaw`DELETE FROM snapshot WHERE id = ANY(${ids}::bigint[]) AND ${Prisma.join(isEmpty, ' AND ')}`;
  }
}
