import { Injectable } from '@nestjs/common';
import { idAt } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Removal } from './removals.js';

/** Sorts after every id without a time. */
const LAST = 'z';

/** Accounts with the same retention. */
export interface Kept {
  /** As the column says; empty where that is null. */
  readonly retention: string;
  readonly ms: number;
}

/** The range of rows to scan next. */
export interface Stretch {
  readonly removal: Removal;
  readonly prefix: string;
  /** The id after which the range begins. */
  readonly after: string;
  readonly limit: number;
}

/** The result of a statement. */
export interface Step {
  /** The number of scanned rows, and the id of the last of them. */
  readonly looked: number;
  readonly last: string | null;
  readonly removed: number;
}

/** Removes rows by age. Ids hold the time, so the primary key is the only index that this needs. */
@Injectable()
export class RetentionStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The retentions of sandboxes; empty where the installation's setting applies. */
  async retentions(): Promise<string[]> {
    const rows = await this.database.query<{ retention: string }>(
      Prisma.sql`SELECT DISTINCT coalesce(retention, '') AS retention FROM account WHERE closed_at IS NULL`,
    );
    return rows.map(({ retention }) => retention);
  }

  /**
   * Removes old, finished rows within a range of a table. The statement does not wait for the disk: rows that
   * a crash brings back are removed again.
   */
  async remove({ removal, prefix, after, limit }: Stretch, kept: readonly Kept[]): Promise<Step> {
    const now = this.clock.machineNow().getTime();
    const since = kept.map(({ ms }) => new Date(now - ms));
    const suffixes = since.map(idAt);
    const end = `${prefix}${removal.isUntimed ? LAST : (suffixes.toSorted().at(-1) ?? '')}`;
    const table = Prisma.raw(removal.table);
    const [step] = await this.database.query<Step>(Prisma.sql`
      WITH kept AS (
        SELECT * FROM unnest(${kept.map(({ retention }) => retention)}::text[], ${suffixes}::text[], ${since}::timestamptz[])
          AS kept (retention, suffix, since)
      ), looked AS MATERIALIZED (
        SELECT id, account_id FROM ${table} WHERE id > ${after} AND id < ${end} ORDER BY id LIMIT ${limit}
      ), old AS MATERIALIZED (
        SELECT looked.id, since FROM looked LEFT JOIN account ON account.id = account_id JOIN kept ON kept.retention = coalesce(account.retention, '')
        WHERE CASE WHEN account.id IS NULL THEN account_id IS NULL
            ELSE closed_at IS NULL ${removal.isHistory ? Prisma.empty : Prisma.sql`AND (restored_xid IS NULL OR account.id < suffix)`}
              ${removal.isSeedable ? Prisma.sql`AND id_seed IS NULL` : Prisma.empty} END
          ${removal.isUntimed ? Prisma.empty : Prisma.sql`AND looked.id < ${prefix}::text || suffix`}
      ), ${removal.gone}
      SELECT (SELECT count(*)::int4 FROM looked) AS looked, (SELECT max(id) FROM looked) AS last, (SELECT count(*)::int4 FROM gone) AS removed
      FROM (SELECT set_config('synchronous_commit', 'off', true)) setting`);
    if (!step) throw new Error('A statement that has one row had none');
    return step;
  }
}
