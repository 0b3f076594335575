import { Prisma } from '#platform/database/generated/client.js';

/** A table whose rows are in snapshots. There is one of the same name in the schema `snapshot`, with its columns but the account. */
export interface SavedTable {
  readonly name: string;
  /** The columns that tell a row from the others: what an export is sorted by, and rows are compared by. */
  readonly key: readonly string[];
  /** Which rows are saved; all, unless given. */
  readonly isSaved?: Prisma.Sql;
  /** What is saved in the place of a column. */
  readonly saved?: Readonly<Record<string, Prisma.Sql>>;
  /** Columns in the machine's time, which a restore sets anew: nothing has changed where only these differ. */
  readonly uncompared?: readonly string[];
  /** What is written in the place of a column by a restore. */
  readonly restored?: Readonly<Record<string, Prisma.Sql>>;
}

const ID = ['id'];
const NOTHING = Prisma.sql`NULL`;

/** What a snapshot is made of, in an order in which nothing comes before what it refers to. */
export const SAVED_TABLES: readonly SavedTable[] = [
  { name: 'source', key: ID },
  { name: 'customer', key: ID },
  { name: 'linked_account', key: ID },
  { name: 'card', key: ID },
  { name: 'link', key: ID },
  { name: 'charge', key: ID },
  { name: 'checkout_session', key: ID },
  { name: 'token', key: ID },
  { name: 'transaction', key: ID },
  { name: 'journal_entry', key: ['posting_id', 'ledger'] },
  { name: 'refund', key: ID },
  { name: 'dispute', key: ID },
  { name: 'dispute_document', key: ID },
  { name: 'recipient', key: ID },
  { name: 'transfer', key: ID },
  { name: 'schedule', key: ID },
  { name: 'occurrence', key: ID },
  { name: 'chain', key: ID },
  { name: 'event', key: ID },
  {
    name: 'webhook_delivery',
    key: ID,
    // An attempt that is under way is no part of the state: it was not made.
    saved: {
      attempt_count: Prisma.sql`attempt_count - (coalesce(claimed_number, 0) = attempt_count AND claimed_number IS NOT NULL)::int`,
      claimed_number: NOTHING,
      claimed_until: NOTHING,
    },
    // What was to be sent is sent when somebody says so; that it is held is news.
    restored: {
      fault_call: NOTHING,
      status: Prisma.sql`CASE status WHEN 'pending' THEN 'held' ELSE status END`,
      xid: Prisma.sql`CASE status WHEN 'pending' THEN pg_current_xact_id()::text::bigint ELSE xid END`,
    },
  },
  { name: 'webhook_attempt', key: ['delivery_id', 'number'] },
  { name: 'idempotency_key', key: ['livemode', 'key_kind', 'key_hash'] },
  // With what they have counted. Their time, which is the machine's, begins anew where it has not run out.
  {
    name: 'fault',
    key: ID,
    uncompared: ['machine_at', 'expires_at', 'matched_at', 'window_number', 'window_count'],
    saved: { machine_at: Prisma.sql`CASE WHEN expires_at > now() THEN machine_at ELSE expires_at END` },
    restored: { machine_at: Prisma.sql`now()`, expires_at: Prisma.sql`now() + (expires_at - machine_at)` },
  },
  // A move that is under way, or waits for its turn, has not happened yet.
  { name: 'clock_move', key: ID, isSaved: Prisma.sql`ended_at IS NOT NULL`, saved: { listener_pid: NOTHING } },
];

/** The history of a sandbox, which no restore undoes. What is neither here nor saved is left behind, as by a reset: what inboxes received. */
export const HISTORY_TABLES = ['act', 'fault_firing', 'request_log', 'request_log_gap'] as const;
