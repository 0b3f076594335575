import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Sweeper } from '#platform/jobs/sweeper.js';

/** What belongs to an account, in an order in which nothing is removed before what refers to it. The rest goes with these, and with the account. */
export const OWNED_TABLES = [
  'act',
  'fault',
  'fault_firing',
  'request_log',
  'request_log_gap',
  'inbox_entry',
  'inbox',
  'clock_move',
  'idempotency_key',
  'webhook_attempt',
  'webhook_delivery',
  'event',
  'transfer',
  'recipient',
  'dispute_document',
  'dispute',
  'refund',
  'chain',
  'occurrence',
  'schedule',
  'token',
  'checkout_session',
  'charge',
  'link',
  'source',
  'linked_account',
  'customer',
  'card',
  'journal_entry',
  'transaction',
] as const;

/** Accounts that one round removes rows of, rows that one statement removes, and statements of one round. */
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
 * Removes, in small steps, what was in sandboxes that were reset or deleted. Nobody can find it any more, and a worker that dies in between
 * leaves the account, by which the next one goes on.
 */
@Injectable()
export class ClosedAccountsSweeper extends Sweeper {
  readonly name = 'closed-accounts';
  /** When each was first found closed. */
  private since = new Map<string, Date>();

  constructor(private readonly database: Database) {
    super();
  }

  async sweep(signal: AbortSignal): Promise<number> {
    const settled = await this.findSettled();
    if (settled.length === 0) return 0;
    let removed = 0;
    let batches = 0;
    for (const table of OWNED_TABLES) {
      for (let count = BATCH_SIZE; count === BATCH_SIZE; removed += count, batches += 1) {
        if (signal.aborted || batches >= MAX_BATCHES + OWNED_TABLES.length) return removed;
        count = await this.removeBatch(table, settled);
      }
    }
    return removed + (await this.removeEmpty(settled));
  }

  /**
   * The closed accounts that nothing more can be written for: every transaction that may have found them open is over, for all that are under
   * way began later than they were found closed.
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

  private removeBatch(table: (typeof OWNED_TABLES)[number], accountIds: readonly string[]): Promise<number> {
    const name = Prisma.raw(table);
    return this.database.$executeRaw`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${name} WHERE account_id = ANY(${accountIds}::text[]) LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))`;
  }

  /** Those accounts that nothing is left of. Another worker may have removed rows in a transaction that is not committed yet. */
  private removeEmpty(accountIds: readonly string[]): Promise<number> {
    const isEmpty = OWNED_TABLES.map((table) => Prisma.sql`NOT EXISTS (SELECT FROM ${Prisma.raw(table)} WHERE account_id = account.id)`);
    return this.database.$executeRaw`DELETE FROM account WHERE id = ANY(${accountIds}::text[]) AND ${Prisma.join(isEmpty, ' AND ')}`;
  }
}
