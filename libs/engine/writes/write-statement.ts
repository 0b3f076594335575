import { Prisma } from '#platform/database/generated/client.js';
import { TABLES, type Table } from '#platform/database/generated/tables.js';
import { TABLE_NAMES, UPDATED_TABLES, type Inserts, type Row, type RowUpdate } from './rows.js';

export interface WriteRows {
  readonly accountId: string;
  readonly updates: readonly RowUpdate[];
  readonly insert: Inserts;
  readonly targets: readonly DeliveryTarget[];
}

/** A receiver of an event. Without an address, the account's endpoint at the moment of the commit. */
export type DeliveryTarget = Pick<
  Row<'webhook_delivery'>,
  'id' | 'event_id' | 'account_id' | 'livemode' | 'created_at'
> & {
  readonly uri: string | null;
};

/** The row that {@link writeStatement} returns. */
export interface WriteResult {
  /** The accounts that are open. Nothing is written for the others. */
  readonly open: readonly string[];
  /** The changes that were written, by their positions. */
  readonly written: readonly number[];
  /** The pending deliveries. */
  readonly deliveries: readonly { readonly id: string; readonly event_id: string; readonly uri: string }[];
}

/**
 * Locks on the existing rows that a new charge refers to: `KEY SHARE`, as a foreign key takes, or `UPDATE`,
 * which also conflicts with another charge on the source, for which the unique index would wait.
 */
const REFERENCE_LOCKS = {
  source: 'UPDATE',
  card: 'KEY SHARE',
  linked_account: 'KEY SHARE',
  link: 'KEY SHARE',
} as const;
type ReferredTable = keyof typeof REFERENCE_LOCKS;
const REFERRED_TABLES = Object.keys(REFERENCE_LOCKS) as ReferredTable[];

/** A new row, and the position of its change. */
interface NewRow {
  readonly change: number;
  readonly row_values: unknown;
}

/**
 * One statement of data-modifying CTEs that writes each of the changes as a whole or not at all. Its row is a
 * {@link WriteResult}. No two changes may have the same {@link exclusiveRows}. Unless it `waits`, a change
 * whose rows are locked is not written.
 */
export function writeStatement(changes: readonly WriteRows[], { waits = false } = {}): Prisma.Sql {
  // A change that waits is alone, and its foreign keys can wait too.
  const misses = [...missedUpdates(changes, waits), ...(waits ? [] : missedReferences(changes))];
  const newRows = (find: (change: WriteRows) => readonly unknown[]): NewRow[] =>
    changes.flatMap((each, change) => find(each).map((row) => ({ change, row_values: row })));
  const parts = [
    openCte(changes),
    writtenCte(changes, misses),
    ...updateCtes(changes),
    // Foreign keys are checked at the end of the statement, so the order of its parts is free.
    ...TABLE_NAMES.flatMap((table) =>
      insertCte(
        table,
        newRows(({ insert }) => insert[table] ?? []),
      ),
    ),
    deliveryCte(newRows(({ targets }) => targets)),
  ];
  return Prisma.sql`WITH ${Prisma.join(parts, ', ')}
    SELECT ARRAY(SELECT id FROM open) AS open, ARRAY(SELECT change FROM written) AS written,
      (SELECT coalesce(json_agg(delivery) FILTER (WHERE status = 'pending'), '[]') FROM delivery) AS deliveries`;
}

/** The existing rows that only one change of a statement may name, by their ids. */
export function exclusiveRows(change: WriteRows): string[] {
  return [...change.updates.map(({ id }) => id), ...referencesOf(change, 'source')];
}

/** The accounts that are open: nothing is written for an epoch after its end. */
function openCte(changes: readonly WriteRows[]): Prisma.Sql {
  const ids = [...new Set(changes.map(({ accountId }) => accountId))];
  return Prisma.sql`open AS MATERIALIZED (SELECT id, webhooks_held_at FROM account WHERE id = ANY(${ids}::text[]) AND closed_at IS NULL)`;
}

/**
 * Locks the rows of updates. The order of tables and ids is always the same, so changes that wait cannot
 * deadlock.
 */
function missedUpdates(changes: readonly WriteRows[], waits: boolean): Prisma.Sql[] {
  const lock = Prisma.raw(`FOR NO KEY UPDATE ${waits ? '' : 'SKIP LOCKED'}`);
  return UPDATED_TABLES.flatMap((table) => {
    const rows = changes.flatMap(({ updates }, change) =>
      updates.filter((update) => update.table === table).map(({ id, version }) => ({ change, id, version })),
    );
    return missed(table, rows, Prisma.sql`one.id = wanted.id AND one.version = wanted.version`, lock);
  });
}

function missedReferences(changes: readonly WriteRows[]): Prisma.Sql[] {
  return REFERRED_TABLES.flatMap((table) => {
    const references = changes.flatMap((rows, change) =>
      referencesOf(rows, table).map((id) => ({ change, id })),
    );
    return missed(
      table,
      references,
      Prisma.sql`one.id = wanted.id`,
      Prisma.raw(`FOR ${REFERENCE_LOCKS[table]} SKIP LOCKED`),
    );
  });
}

/** The rows of this table that new charges refer to, without those that the change inserts. */
function referencesOf({ insert: { charge = [], ...others } }: WriteRows, table: ReferredTable): string[] {
  const inserted: readonly { readonly id: string }[] = others[table] ?? [];
  return charge
    .flatMap((row) => row[`${table}_id`] ?? [])
    .filter((id) => inserted.every((row) => row.id !== id));
}

/**
 * Locks rows of a table, one after the other by their index, and selects the changes that miss one: another
 * transaction has it locked, or it does not fulfil `condition` any more.
 */
function missed(
  table: Table,
  rows: readonly { readonly change: number; readonly id: string }[],
  condition: Prisma.Sql,
  lock: Prisma.Sql,
): Prisma.Sql[] {
  if (rows.length === 0) return [];
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return [
    Prisma.sql`SELECT change FROM json_to_recordset(${JSON.stringify(sorted)}::json) AS wanted (change int, id text, version int)
      LEFT JOIN LATERAL (SELECT true AS is_locked FROM ${Prisma.raw(table)} one WHERE ${condition} ${lock}) held ON true WHERE is_locked IS NULL`,
  ];
}

/** The changes that are written: their accounts are open, and they got all their locks. */
function writtenCte(changes: readonly WriteRows[], misses: readonly Prisma.Sql[]): Prisma.Sql {
  const accounts = JSON.stringify(
    changes.map(({ accountId }, change) => ({ change, account_id: accountId })),
  );
  const gotLocks =
    misses.length === 0
      ? Prisma.empty
      : Prisma.sql`WHERE change NOT IN (${Prisma.join(misses, ' UNION ALL ')})`;
  return Prisma.sql`written AS MATERIALIZED (
    SELECT change FROM json_to_recordset(${accounts}::json) AS wanted (change int, account_id text) JOIN open ON open.id = account_id ${gotLocks})`;
}

/** One part for each table and set of columns. */
function updateCtes(changes: readonly WriteRows[]): Prisma.Sql[] {
  const groups = new Map<
    string,
    { readonly table: Table; readonly columns: readonly string[]; readonly rows: unknown[] }
  >();
  for (const [change, { updates }] of changes.entries())
    for (const { table, id, set } of updates) {
      const columns = Object.keys(set);
      const key = `${table} ${columns.join()}`;
      const group = groups.get(key) ?? { table, columns, rows: [] };
      groups.set(key, group);
      group.rows.push({ change, id, changed: set });
    }
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { table, columns, rows }], index) => {
      const [name, names] = [Prisma.raw(table), Prisma.raw(columns.join(', '))];
      const values = Prisma.sql`, (${names}) = (SELECT ${names} FROM json_populate_record(NULL::${name}, wanted.changed))`;
      return Prisma.sql`updated_${Prisma.raw(String(index))} AS (
      UPDATE ${name} AS target SET version = target.version + 1${columns.length > 0 ? values : Prisma.empty}
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS wanted (change int, id text, changed json) JOIN written USING (change)
      WHERE target.id = wanted.id)`;
    });
}

/** PostgreSQL fills in the column `xid`. */
function insertCte(table: Table, rows: readonly NewRow[]): Prisma.Sql[] {
  if (rows.length === 0) return [];
  const name = Prisma.raw(table);
  const columns = Prisma.raw(
    Object.keys(TABLES[table].fields)
      .filter((column) => column !== 'xid')
      .join(', '),
  );
  return [
    Prisma.sql`new_${name} AS (INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${made(name, rows)})`,
  ];
}

function deliveryCte(targets: readonly NewRow[]): Prisma.Sql {
  if (targets.length === 0) return Prisma.sql`delivery AS (SELECT NULL AS status WHERE false)`;
  return Prisma.sql`delivery AS (
    INSERT INTO webhook_delivery (id, event_id, account_id, livemode, uri, status, attempt_count, next_attempt_at, created_at)
    SELECT made.id, event_id, account_id, livemode, coalesce(made.uri, endpoint.uri),
      CASE WHEN webhooks_held_at IS NULL THEN 'pending' ELSE 'held' END, 0, created_at, created_at
    FROM ${made(Prisma.raw('webhook_delivery'), targets)} JOIN open ON open.id = account_id
    LEFT JOIN webhook_endpoint endpoint USING (account_id, livemode)
    WHERE coalesce(made.uri, endpoint.uri) IS NOT NULL
    RETURNING id, event_id, uri, status)`;
}

/** The new rows of the changes that are written. */
function made(table: Prisma.Sql, rows: readonly NewRow[]): Prisma.Sql {
  return Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json) AS wanted (change int, row_values json) JOIN written USING (change)
    CROSS JOIN json_populate_record(NULL::${table}, row_values) AS made`;
}
