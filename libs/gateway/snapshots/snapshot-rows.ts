import type { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { StoredRow } from '#domain/snapshots/exported-row.js';
import { saveName } from './row-copies.js';
import { SAVED_TABLES, type SavedTable } from './saved-tables.js';

/** How many rows are in memory at once. */
const PAGE_SIZE = 1_000;

/** The rows of one page, all of one table. */
export interface RowPage {
  readonly table: string;
  readonly rows: readonly StoredRow[];
}

/** All rows of a snapshot, table by table, sorted by key. Saved rows do not change, so each page is read when it is needed. */
export async function* pagesOf(database: Database, snapshotId: bigint): AsyncGenerator<RowPage> {
  for (const table of SAVED_TABLES) {
    let last: StoredRow | undefined;
    do {
      const rows = await readPage(database, table, snapshotId, last);
      if (rows.length > 0) yield { table: table.name, rows };
      last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
    } while (last);
  }
}

/** The numbers of the transactions that wrote the rows of a snapshot, in ascending order. */
export async function transactionsOf(database: Database, snapshotId: bigint): Promise<number[]> {
  const tables = await database.query<{ name: string }>(
    Prisma.sql`SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'snapshot' AND column_name = 'xid'`,
  );
  const parts = tables.map(({ name }) => Prisma.sql`SELECT xid FROM ${saveName(name)} WHERE snapshot_id = ${snapshotId}::bigint`);
  const rows = await database.query<{ xid: string }>(Prisma.sql`SELECT xid FROM (${Prisma.join(parts, ' UNION ')}) one ORDER BY xid`);
  return rows.map(({ xid }) => Number(xid));
}

function readPage(database: Database, { name, key }: SavedTable, snapshotId: bigint, after: StoredRow | undefined): Promise<StoredRow[]> {
  const keys = (prefix: string): Prisma.Sql => Prisma.raw(key.map((column) => `${prefix}.${column}`).join(', '));
  const table = saveName(name);
  const isAfter = after ? Prisma.sql`AND (${keys('saved')}) > (${keys('last')})` : Prisma.empty;
  const last = after ? Prisma.sql`json_populate_record(NULL::${table}, ${JSON.stringify(keyOf(after, key))}::json)` : Prisma.sql`(SELECT) `;
  return database.readJson(Prisma.sql`
    SELECT saved.* FROM ${last} last CROSS JOIN ${table} saved
    WHERE saved.snapshot_id = ${snapshotId}::bigint ${isAfter} ORDER BY ${keys('saved')} LIMIT ${PAGE_SIZE}`);
}

function keyOf(row: StoredRow, key: readonly string[]): StoredRow {
  return Object.fromEntries(key.map((column) => [column, row[column]]));
}
