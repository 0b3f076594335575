import type { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Table } from '#platform/database/generated/tables.js';
import type { StoredRow } from './rules/exported-row.js';
import { saveName } from './row-copies.js';
import { SAVED_TABLES, type SavedTable } from './saved-tables.js';

/** The most rows in memory at once, and their most bytes in the database. A single row may have more. */
const PAGE_SIZE = 1_000;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** The columns of a table, and those of them that hold files. */
interface SavedColumns {
  readonly names: readonly string[];
  readonly files: readonly string[];
}

/** The rows of one page, all of one table. */
export interface RowPage {
  readonly table: Table;
  readonly rows: readonly StoredRow[];
}

/**
 * All rows of a snapshot, table by table, sorted by key. Saved rows do not change, so each page is read when
 * it is needed.
 */
export async function* pagesOf(database: Database, snapshotId: bigint): AsyncGenerator<RowPage> {
  for (const table of SAVED_TABLES) {
    const columns = await columnsOf(database, table);
    for (let last: StoredRow | undefined; ;) {
      const rows = await readPage(database, table, columns, snapshotId, last);
      last = rows.at(-1);
      if (!last) break;
      yield { table: table.name, rows };
    }
  }
}

async function columnsOf(database: Database, { name }: SavedTable): Promise<SavedColumns> {
  const columns = await database.query<{ name: string; is_file: boolean }>(Prisma.sql`
    SELECT column_name AS name, data_type = 'bytea' AS is_file FROM information_schema.columns
    WHERE table_schema = 'snapshot' AND table_name = ${name} ORDER BY ordinal_position`);
  return {
    names: columns.map((column) => column.name),
    files: columns.filter((column) => column.is_file).map((column) => column.name),
  };
}

/** The numbers of the transactions that wrote the rows of a snapshot, in ascending order. */
export async function transactionsOf(database: Database, snapshotId: bigint): Promise<number[]> {
  const tables = await database.query<{ name: string }>(
    Prisma.sql`SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'snapshot' AND column_name = 'xid'`,
  );
  const parts = tables.map(
    ({ name }) => Prisma.sql`SELECT xid FROM ${saveName(name)} WHERE snapshot_id = ${snapshotId}::bigint`,
  );
  const rows = await database.query<{ xid: string }>(
    Prisma.sql`SELECT xid FROM (${Prisma.join(parts, ' UNION ')}) one ORDER BY xid`,
  );
  return rows.map(({ xid }) => Number(xid));
}

function readPage(
  database: Database,
  { name, key }: SavedTable,
  { names, files }: SavedColumns,
  snapshotId: bigint,
  after: StoredRow | undefined,
): Promise<StoredRow[]> {
  const keys = (prefix: string): Prisma.Sql =>
    Prisma.raw(key.map((column) => `${prefix}.${column}`).join(', '));
  const table = saveName(name);
  const isAfter = after ? Prisma.sql`AND (${keys('saved')}) > (${keys('last')})` : Prisma.empty;
  const last = after
    ? Prisma.sql`json_populate_record(NULL::${table}, ${JSON.stringify(keyOf(after, key))}::json)`
    : Prisma.sql`(SELECT) `;
  // Sizes that are known without reading what is stored apart from its row; files are stored as they are, and
  // written in hex.
  const bytes = names.map(
    (column) =>
      `coalesce(${files.includes(column) ? `2 * octet_length(${column})` : `pg_column_size(${column})`}, 0)`,
  );
  return database.readJson(Prisma.sql`
    SELECT ${Prisma.raw(names.join(', '))} FROM (
      SELECT page.*, row_number() OVER inorder AS "page place", sum(${Prisma.raw(bytes.join(' + '))}) OVER inorder AS "page bytes" FROM (
        SELECT saved.* FROM ${last} last CROSS JOIN ${table} saved
        WHERE saved.snapshot_id = ${snapshotId}::bigint ${isAfter} ORDER BY ${keys('saved')} LIMIT ${PAGE_SIZE}) page
      WINDOW inorder AS (ORDER BY ${keys('page')} ROWS UNBOUNDED PRECEDING)) measured
    WHERE "page place" = 1 OR "page bytes" <= ${MAX_PAGE_BYTES} ORDER BY "page place"`);
}

function keyOf(row: StoredRow, key: readonly string[]): StoredRow {
  return Object.fromEntries(key.map((column) => [column, row[column]]));
}
