import type { LongTransaction } from '#platform/database/long-transactions.js';
import { Prisma } from '#platform/database/generated/client.js';
import { UPDATED_TABLES } from '#engine/writes/rows.js';
import { HISTORY_TABLES, SAVED_TABLES, type SavedTable } from './saved-tables.js';

/**
 * The columns of each saved table, without the account. Read from the database each time: a newer release may
 * have added some.
 */
export type Columns = ReadonlyMap<string, readonly string[]>;

export async function savedColumns(transaction: LongTransaction): Promise<Columns> {
  const rows = await transaction.query<{ name: string; columns: string[] }>(Prisma.sql`
    SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'snapshot'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attname <> 'snapshot_id'
    GROUP BY relname`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** The rows of a table that a snapshot would save, and their columns. */
export function savedRows(table: SavedTable, columns: Columns, accountId: string): Prisma.Sql {
  const { name, isSaved = Prisma.sql`true`, saved = {} } = table;
  const values = columnsOf(name, columns).map((column) => {
    const as = Prisma.raw(column);
    return Prisma.sql`${saved[column] ?? as} AS ${as}`;
  });
  return Prisma.sql`SELECT ${Prisma.join(values)} FROM ${Prisma.raw(name)} WHERE account_id = ${accountId} AND ${isSaved}`;
}

/** Copies the rows of the account into the snapshot. Answers how many. */
export async function saveRows(
  transaction: LongTransaction,
  accountId: string,
  snapshotId: bigint,
): Promise<number> {
  const columns = await savedColumns(transaction);
  let count = 0;
  for (const table of SAVED_TABLES) {
    const saved = savedRows(table, columns, accountId);
    count += await transaction.execute(Prisma.sql`
      INSERT INTO ${saveName(table.name)} (snapshot_id, ${namesOf(table, columns)})
      SELECT ${snapshotId}::bigint, saved.* FROM (${saved}) saved`);
  }
  return count;
}

/**
 * Removes the rows of the `replaced` accounts, and gives the rows of the snapshot to the account `accountId`,
 * which is not visible yet. Concurrent writes to removed rows wait, and then find nothing to update.
 */
export async function replaceRows(
  transaction: LongTransaction,
  snapshotId: bigint,
  accountId: string,
  replaced: readonly string[],
): Promise<void> {
  const columns = await savedColumns(transaction);
  await skipReferenceChecks(transaction);
  for (const name of UPDATED_TABLES)
    await lockRows(transaction, Prisma.sql`${Prisma.raw(name)} WHERE account_id = ANY(${replaced}::text[])`);
  // A charge can be made on an unused source without an update of the source, so those are locked too.
  await lockRows(
    transaction,
    Prisma.sql`source WHERE account_id = ANY(${replaced}::text[]) AND NOT EXISTS (SELECT FROM charge WHERE source_id = source.id)`,
  );
  // Foreign keys are checked at the end of a statement, so the order within it is free.
  const removals = SAVED_TABLES.map(
    ({ name }) =>
      Prisma.sql`gone_${Prisma.raw(name)} AS (DELETE FROM ${Prisma.raw(name)} WHERE account_id = ANY(${replaced}::text[]))`,
  );
  await transaction.execute(Prisma.sql`WITH ${Prisma.join(removals)} SELECT`);
  const insertions = SAVED_TABLES.map(
    (table) => Prisma.sql`new_${Prisma.raw(table.name)} AS (
      INSERT INTO ${Prisma.raw(table.name)} (account_id, ${namesOf(table, columns)})
      SELECT ${accountId}, ${valuesOf(table, columns, table.restored)} FROM ${saveName(table.name)} WHERE snapshot_id = ${snapshotId}::bigint)`,
  );
  await transaction.execute(Prisma.sql`WITH ${Prisma.join(insertions)} SELECT`);
}

/**
 * Turns foreign key checks off for this transaction, if the database user is a superuser. Rows that were
 * saved at one moment are consistent, and the checks would take a third of the time.
 */
async function skipReferenceChecks(transaction: LongTransaction): Promise<void> {
  await transaction.query(Prisma.sql`
    SELECT set_config('session_replication_role', 'replica', true) FROM pg_roles WHERE rolname = current_user AND rolsuper`);
}

/** Moves the history of one account to another. */
export async function moveHistory(transaction: LongTransaction, from: string, to: string): Promise<void> {
  for (const name of HISTORY_TABLES)
    await transaction.execute(
      Prisma.sql`UPDATE ${Prisma.raw(name)} SET account_id = ${to} WHERE account_id = ${from}`,
    );
}

/** The table in the schema `snapshot` that holds saved rows of this table. */
export function saveName(table: string): Prisma.Sql {
  return Prisma.raw(`snapshot.${table}`);
}

async function lockRows(transaction: LongTransaction, rows: Prisma.Sql): Promise<void> {
  await transaction.query(Prisma.sql`SELECT count(*) FROM (SELECT FROM ${rows} FOR UPDATE) locked`);
}

function namesOf({ name }: SavedTable, columns: Columns): Prisma.Sql {
  return Prisma.raw(columnsOf(name, columns).join(', '));
}

function valuesOf({ name }: SavedTable, columns: Columns, others: SavedTable['saved'] = {}): Prisma.Sql {
  return Prisma.join(columnsOf(name, columns).map((column) => others[column] ?? Prisma.raw(column)));
}

function columnsOf(table: string, columns: Columns): readonly string[] {
  return columns.get(table) ?? [];
}
