import { AFTER_SEEDED } from '#kernel/seeded-ids.js';
import { Prisma } from '#platform/database/generated/client.js';
import { TABLES, type Table } from '#platform/database/generated/tables.js';
import { TABLE_NAMES } from '#engine/writes/rows.js';
import { ROW_RULES } from './rules/row-rules.js';

/**
 * A table whose rows are saved. The schema `snapshot` has a table of the same name, with the same columns but
 * the account.
 */
export interface SavedTable {
  readonly name: Table;
  /** The key of a row within its account. Exports are sorted by it, and diffs compare by it. */
  readonly key: readonly string[];
  /** The tables whose ids a column has, by column. */
  readonly references: Readonly<Record<string, readonly string[]>>;
  /** Which rows are saved; all, unless given. */
  readonly isSaved?: Prisma.Sql;
  /** Expressions that are saved instead of a column's value. */
  readonly saved?: Readonly<Record<string, Prisma.Sql>>;
  /** Columns that a diff ignores: they contain the machine's time, and a restore resets them. */
  readonly uncompared?: readonly string[];
  /** Expressions that a restore writes instead of a column's saved value. */
  readonly restored?: Readonly<Record<string, Prisma.Sql>>;
}

const NO_NUMBER = Prisma.sql`NULL::int`;
const NO_TIME = Prisma.sql`NULL::timestamptz`;

const SPECIAL: Readonly<Partial<Record<Table, Omit<SavedTable, 'name' | 'key' | 'references'>>>> = {
  // Ids of a seed do not tell the time. Such an event counts as written by the restore.
  event: {
    saved: { machine_at: NO_TIME },
    restored: { machine_at: Prisma.sql`CASE WHEN right(id, 19) < ${AFTER_SEEDED} THEN now() END` },
  },
  webhook_delivery: {
    // An attempt that is under way is saved as not made.
    saved: {
      attempt_count: Prisma.sql`attempt_count - (coalesce(claimed_number, 0) = attempt_count AND claimed_number IS NOT NULL)::int`,
      claimed_number: NO_NUMBER,
      claimed_until: NO_TIME,
    },
    // Pending deliveries are restored as held, which is a change of state, and so gets a new `xid`.
    restored: {
      fault_call: NO_NUMBER,
      status: Prisma.sql`CASE status WHEN 'pending' THEN 'held' ELSE status END`,
      xid: Prisma.sql`CASE status WHEN 'pending' THEN pg_current_xact_id()::text::bigint ELSE xid END`,
    },
  },
  // Faults keep their counters. The lifetime of an active fault restarts.
  fault: {
    uncompared: ['machine_at', 'expires_at', 'matched_at', 'window_number', 'window_count'],
    saved: { machine_at: Prisma.sql`CASE WHEN expires_at > now() THEN machine_at ELSE expires_at END` },
    restored: { machine_at: Prisma.sql`now()`, expires_at: Prisma.sql`now() + (expires_at - machine_at)` },
  },
  // Earlier releases saved test money that waited (docs/fidelity.md TR3).
  transaction: {
    restored: {
      transferable_at: Prisma.sql`CASE WHEN livemode THEN transferable_at ELSE least(transferable_at, created_at) END`,
    },
  },
  // Moves that are queued or under way are not saved.
  clock_move: { isSaved: Prisma.sql`ended_at IS NOT NULL`, saved: { listener_pid: NO_NUMBER } },
};

/** The saved tables, parents before children: those whose rows can be imported. */
export const SAVED_TABLES: readonly SavedTable[] = TABLE_NAMES.filter((name) => name in ROW_RULES).map(
  (name) => ({
    name,
    key: TABLES[name].key.filter((column) => column !== 'account_id'),
    references: TABLES[name].references,
    ...SPECIAL[name],
  }),
);

/**
 * The history of a sandbox, which survives a restore. Tables that are neither saved nor listed here are
 * emptied, as by a reset: those of inboxes.
 */
export const HISTORY_TABLES = ['act', 'fault_firing', 'request_log', 'request_log_gap'] as const;
