import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { RequestLogRow } from './logged-request.js';

/** The number of requests stored for a sandbox, and of those without a valid key. */
const MOST_KEPT = 10_000;
const MOST_KEYLESS = 1_000;
/** The most rows that one sweep removes for their age. */
const SWEEP_LIMIT = 5_000;

const COLUMNS = [
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
  'error_code',
  'error_message',
  'duration_ms',
  'request_id',
  'key_prefix',
  'key_kind',
  'api_version',
  'is_from_browser',
  'objects',
  'fault',
  'at',
  'machine_at',
] as const satisfies readonly (keyof RequestLogRow)[];
const NAMES = Prisma.raw(COLUMNS.join(', '));
/** Requests of an account that a restore has closed belong to its successor. */
const OF_ENTRY = Prisma.raw(
  COLUMNS.map((column) => (column === 'account_id' ? 'account.id' : `entry.${column}`)).join(', '),
);
const REPLACED = Prisma.raw(
  [...COLUMNS.slice(1), 'xid'].map((column) => `${column} = excluded.${column}`).join(', '),
);

/** The position of a gap within its transaction: before every entry of that transaction. */
const BEFORE_ENTRIES = '0';
/** The commit does not wait for the disk: a crash of the machine may lose these rows. */
const UNSYNCED = Prisma.sql`(SELECT set_config('synchronous_commit', 'off', true)) setting`;

/** CTEs that remove these requests (`removed`), and mark the gap for lists of the remaining ones. */
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

/** The rows of requests. Those of closed accounts are not written. */
@Injectable()
export class RequestLogStore {
  constructor(private readonly database: Database) {}

  /** The webhook secrets of the accounts, by id: no log may show them. */
  async webhookSecrets(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (accountIds.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; webhook_secret: string }>(
      Prisma.sql`SELECT id, webhook_secret FROM account WHERE id = ANY(${[...accountIds]}::text[])`,
    );
    return new Map(rows.map(({ id, webhook_secret: secret }) => [id, secret]));
  }

  /**
   * Inserts the rows, replaces those that were written while in progress, and marks gaps for accounts whose
   * requests were lost. An empty account id means no account.
   */
  async write(rows: readonly RequestLogRow[], lostOf: readonly string[]): Promise<void> {
    await this.database.query(Prisma.sql`
      WITH lost AS (
        INSERT INTO request_log_gap (account_id, xid, entry_id)
        SELECT account_id, pg_current_xact_id()::text::bigint, ${BEFORE_ENTRIES} FROM json_array_elements_text(${JSON.stringify(lostOf)}::json) AS account_id
        WHERE account_id = '' OR EXISTS (SELECT FROM account WHERE account.id = account_id AND closed_at IS NULL)
        ON CONFLICT (account_id) DO UPDATE SET xid = excluded.xid, entry_id = excluded.entry_id
      )
      INSERT INTO request_log (${NAMES})
      SELECT ${OF_ENTRY} FROM ${UNSYNCED}, json_populate_recordset(NULL::request_log, ${JSON.stringify(rows)}::json) AS entry
        LEFT JOIN account own ON own.id = entry.account_id
        LEFT JOIN account ON account.id = coalesce(own.successor_id, own.id) AND account.closed_at IS NULL
      WHERE entry.account_id IS NULL OR account.id IS NOT NULL
      ON CONFLICT (id) DO UPDATE SET ${REPLACED}`);
  }

  /** Removes an account's oldest requests above the limit. An empty id means requests without an account. */
  async prune(accountId: string): Promise<void> {
    const [isOwn, most] =
      accountId === ''
        ? [Prisma.sql`account_id IS NULL`, MOST_KEYLESS]
        : [Prisma.sql`account_id = ${accountId}`, MOST_KEPT];
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
      SELECT count(*)::int4 AS count FROM removed, ${UNSYNCED}`);
    return removed?.count ?? 0;
  }
}
