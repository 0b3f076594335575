import { Injectable } from '@nestjs/common';
import { removeInBatches } from '#platform/database/batch-removal.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { TABLES } from '#platform/database/generated/tables.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { TABLE_NAMES } from '#engine/writes/rows.js';

/**
 * The tables of an account, children before parents. Tables with a foreign key to the account are emptied by
 * cascades.
 */
export const OWNED_TABLES = TABLE_NAMES.filter(
  (name) => 'account_id' in TABLES[name].fields && !('account_id' in TABLES[name].foreignKeys),
).toReversed();

/** Limits of one round: accounts, rows per statement, and statements. */
const MAX_ACCOUNTS = 1_000;
const BATCH_SIZE = 1_000;
const MAX_BATCHES = 20;

interface ClosedAccount {
  readonly id: string;
  readonly now: Date;
  /** When the oldest transaction of another connection began, if there is one. */
  readonly oldest: Date | null;
}

/**
 * Removes the rows of closed accounts, which resets and deletions of sandboxes leave, in small batches. No
 * query finds these rows any more. The account's own row goes last, so that another worker can continue after
 * a crash.
 */
@Injectable()
export class ClosedAccountsSweeper extends BackgroundWork {
  readonly name = 'closed-accounts';
  /** When each account was first seen closed. */
  private since = new Map<string, Date>();

  constructor(private readonly database: Database) {
    super();
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const settled = await this.findSettled();
    if (settled.length === 0) return 0;
    const tables = OWNED_TABLES.map((table) => Prisma.raw(table));
    const where = Prisma.sql`account_id = ANY(${settled}::text[])`;
    const removal = { tables, where, batchSize: BATCH_SIZE, maxBatches: MAX_BATCHES };
    const { removed, isThrough } = await removeInBatches(this.database, removal, signal);
    return isThrough ? removed + (await this.removeEmpty(settled)) : removed;
  }

  /**
   * The closed accounts that no transaction can write to any more: all open transactions began after the
   * account was seen closed.
   */
  private async findSettled(): Promise<string[]> {
    const closed = await this.database.$queryRaw<ClosedAccount[]>`
      SELECT id, clock_timestamp() AS now, (
        SELECT min(xact_start) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS oldest
      FROM account WHERE closed_at IS NOT NULL ORDER BY closed_at LIMIT ${MAX_ACCOUNTS}`;
    this.since = new Map(closed.map(({ id, now }) => [id, this.since.get(id) ?? now]));
    return closed.flatMap(({ id, now, oldest }) => {
      const since = this.since.get(id) ?? now;
      return since < now && (oldest === null || oldest > since) ? [id] : [];
    });
  }

  /**
   * Removes the accounts that have no rows left. Another worker may have removed some in a transaction that
   * is still open.
   */
  private removeEmpty(accountIds: readonly string[]): Promise<number> {
    const isEmpty = OWNED_TABLES.map(
      (table) => Prisma.sql`NOT EXISTS (SELECT FROM ${Prisma.raw(table)} WHERE account_id = account.id)`,
    );
    return this.database
      .$executeRaw`DELETE FROM account WHERE id = ANY(${accountIds}::text[]) AND ${Prisma.join(isEmpty, ' AND ')}`;
  }
}
