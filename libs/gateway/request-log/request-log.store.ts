import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { RequestLogRow } from './logged-request.js';

/** Requests of one sandbox that are kept, and those without a valid key. */
export const MOST_KEPT = 10_000;
export const MOST_KEYLESS = 1_000;
/** Rows that one sweep removes because of their age. */
const SWEEP_LIMIT = 5_000;

const COLUMNS = [
  ...[
    'id',
    'account_id',
    'livemode',
    'host',
    'method',
    'path',
    'query',
    'parameters',
    'status',
    'is_in_progress',
    'answer',
    'is_answer_cut',
  ],
  ...['error_code', 'error_message', 'duration_ms', 'request_id', 'key_prefix', 'objects', 'fault', 'at', 'machine_at'],
] as const satisfies readonly (keyof RequestLogRow)[];
const NAMES = Prisma.raw(COLUMNS.join(', '));
/** What was asked of an account that a restore has closed meanwhile is the history of the next. */
const OF_ENTRY = Prisma.raw(COLUMNS.map((column) => (column === 'account_id' ? 'account.id' : `entry.${column}`)).join(', '));
const REPLACED = Prisma.raw([...COLUMNS.slice(1), 'xid'].map((column) => `${column} = excluded.${column}`).join(', '));

/** Where a gap is that no entry marks: behind a cursor that ends before the transaction, and before whatever that wrote. */
const BEFORE_ENTRIES = '0';

/** What is lost when the machine dies in the next moment is no loss: nobody waits for the disk. It holds for the transaction that it is read in. */
const NOT_WAITING = Prisma.sql`(SELECT set_config('synchronous_commit', 'off', true)) setting`;

/** The query `removed`, which removes these requests, and what tells of it in lists of those that are left. */
export function removedRequests(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    removed AS (
      DELETE FROM request_log WHERE ${which} RETURNING account_id, xid, id
    ), newest AS (
      SELECT DISTINCT ON (account_id) coalesce(account_id, '') AS account_id, xid, id FROM removed ORDER BY account_id, xid DESC, id DESC
    ), gap AS (
      INSERT INTO request_log_gap (account_id, xid, entry_id)
      SELECT account_id, xid, id FROM newest
      WHERE account_id = '' OR EXISTS (SELECT FROM account WHERE account.id = account_id AND closed_at IS NULL)
      ON CONFLICT (account_id) DO UPDATE SET xid = excluded.xid, entry_id = excluded.entry_id
      WHERE (request_log_gap.xid, request_log_gap.entry_id) < (excluded.xid, excluded.entry_id)
    )`;
}

/** The rows of requests. What belongs to a closed account is not written. */
@Injectable()
export class RequestLogStore {
  constructor(private readonly database: Database) {}

  /** Writes them, or writes them anew once they are done; and up to where requests of these accounts were lost. The empty account stands for none. */
  async write(rows: readonly RequestLogRow[], lostOf: readonly string[]): Promise<void> {
    await this.database.query(Prisma.sql`
      WITH lost AS (
        INSERT INTO request_log_gap (account_id, xid, entry_id)
        SELECT account_id, pg_current_xact_id()::text::bigint, ${BEFORE_ENTRIES} FROM unnest(${[...lostOf]}::text[]) AS account_id
        WHERE account_id = '' OR EXISTS (SELECT FROM account WHERE account.id = account_id AND closed_at IS NULL)
        ON CONFLICT (account_id) DO UPDATE SET xid = excluded.xid, entry_id = excluded.entry_id
      )
      INSERT INTO request_log (${NAMES})
      SELECT ${OF_ENTRY} FROM ${NOT_WAITING}, json_populate_recordset(NULL::request_log, ${JSON.stringify(rows)}::json) AS entry
        LEFT JOIN account own ON own.id = entry.account_id
        LEFT JOIN account ON account.id = coalesce(own.successor_id, own.id) AND account.closed_at IS NULL
      WHERE entry.account_id IS NULL OR account.id IS NOT NULL
      ON CONFLICT (id) DO UPDATE SET ${REPLACED}`);
  }

  /** Removes an account's oldest that are too many. The empty account stands for none. */
  async prune(accountId: string): Promise<void> {
    const [isOwn, most] =
      accountId === '' ? [Prisma.sql`account_id IS NULL`, MOST_KEYLESS] : [Prisma.sql`account_id = ${accountId}`, MOST_KEPT];
    await this.remove(Prisma.sql`id IN (
      SELECT id FROM request_log WHERE ${isOwn} AND (xid, id) <= (
        SELECT xid, id FROM request_log WHERE ${isOwn} ORDER BY xid DESC, id DESC OFFSET ${most} LIMIT 1))`);
  }

  /** Removes what arrived before the request with this id. Answers how many. */
  removeBefore(id: string): Promise<number> {
    return this.remove(
      Prisma.sql`id IN (SELECT id FROM request_log WHERE id < ${id} ORDER BY id LIMIT ${SWEEP_LIMIT} FOR UPDATE SKIP LOCKED)`,
    );
  }

  private async remove(which: Prisma.Sql): Promise<number> {
    const [removed] = await this.database.query<{ count: number }>(Prisma.sql`
      WITH ${removedRequests(which)}
      SELECT count(*)::int4 AS count FROM removed, ${NOT_WAITING}`);
    return removed?.count ?? 0;
  }
}
