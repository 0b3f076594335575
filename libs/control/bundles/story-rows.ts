import { fail } from '#kernel/errors.js';
import { objectOfId } from '#kernel/ids.js';
import { isObject } from '#kernel/values.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Table } from '#platform/database/generated/tables.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { tableOf } from '#engine/writes/rows.js';
import type { StoredRow } from '../snapshots/rules/exported-row.js';
import { MAX_BUNDLE_ROWS } from '../snapshots/rules/file-rules.js';
import { savedColumns, savedRows } from '../snapshots/row-copies.js';
import { SAVED_TABLES, type SavedTable } from '../snapshots/saved-tables.js';

/** The most bytes that the rows of a story have as JSON: they are in memory as a whole. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The rows of one table, sorted by key. */
export interface StoryTable {
  readonly table: Table;
  readonly rows: readonly StoredRow[];
}

/** The rows that refer to one of these belong to its story. Others, such as cards, have rows of other stories. */
const OWNERS: ReadonlySet<string> = new Set([
  'charge',
  'dispute',
  'event',
  'refund',
  'transaction',
  'transfer',
  'webhook_delivery',
]);

/**
 * The rows of an object's story in a transaction: those that refer to it, as refunds, transactions, events and
 * webhooks do, and all rows that these refer to. None if the account has no such object. Throws `bad_request`
 * for more than {@link MAX_BUNDLE_ROWS}, or {@link MAX_BYTES}.
 */
export async function storyRows(
  transaction: LongTransaction,
  accountId: string,
  object: string,
): Promise<StoryTable[]> {
  const columns = await savedColumns(transaction);
  const found = new Map<SavedTable, Map<string, StoredRow>>(SAVED_TABLES.map((table) => [table, new Map()]));
  const known = new Set([object]);
  let bytes = 0;
  for (let [ids, owners] = [[object], [object]]; ids.length > 0;) {
    const added: (readonly [SavedTable, StoredRow])[] = [];
    for (const table of SAVED_TABLES) {
      const rows = savedRows(table, columns, accountId);
      const read = await readRows(transaction, rows, conditionsFor(table, ids, owners));
      bytes += read.reduce((sum, { size }) => sum + size, 0);
      if (bytes > MAX_BYTES) rejectLarge(object, `${MAX_BYTES} bytes`);
      for (const { row } of read) added.push([table, row]);
    }
    for (const [table, row] of added)
      found.get(table)?.set(JSON.stringify(table.key.map((column) => row[column])), row);
    ids = [...new Set(added.flatMap(([table, row]) => idsIn(table, row)))].filter((id) => !known.has(id));
    owners = ids.filter((id) => OWNERS.has(tableOfId(id) ?? ''));
    for (const id of ids) known.add(id);
    const count = [...found.values()].reduce((sum, rows) => sum + rows.size, 0);
    if (count > MAX_BUNDLE_ROWS) rejectLarge(object, `${MAX_BUNDLE_ROWS} rows`);
  }
  return [...found].map(([{ name, key }, rows]) => ({
    table: name,
    rows: sortedBy(key, [...rows.values()]),
  }));
}

interface SizedRow {
  readonly row: StoredRow;
  /** In bytes. */
  readonly size: number;
}

/** Reads rows until one exceeds {@link MAX_BYTES}: it has a size, but no content. */
async function readRows(
  transaction: LongTransaction,
  rows: Prisma.Sql,
  conditions: readonly Prisma.Sql[],
): Promise<SizedRow[]> {
  if (conditions.length === 0) return [];
  return transaction.query<SizedRow>(Prisma.sql`
    WITH found AS (
      SELECT row_to_json(one)::text AS text FROM (${rows} AND (${Prisma.join(conditions, ' OR ')})) one LIMIT ${MAX_BUNDLE_ROWS + 1}),
    sized AS (
      SELECT text, octet_length(text) AS size, sum(octet_length(text)) OVER (ROWS UNBOUNDED PRECEDING) AS total FROM found)
    SELECT CASE WHEN total <= ${MAX_BYTES} THEN text::json END AS row, size FROM sized WHERE total - size <= ${MAX_BYTES}`);
}

function rejectLarge(object: string, limit: string): never {
  return fail('bad_request', `${object} has more than ${limit}; save and export a snapshot instead`);
}

function tableOfId(id: string): Table | undefined {
  const object = objectOfId(id);
  return object && tableOf(object);
}

/** Conditions for the rows with these IDs, and for those that refer to these owners. */
function conditionsFor(
  { name, key, references }: SavedTable,
  ids: readonly string[],
  owners: readonly string[],
): Prisma.Sql[] {
  const own = key.includes('id') ? ids.filter((id) => tableOfId(id) === name) : [];
  const referring = Object.entries(references).flatMap(([column, tables]) => {
    const referred = owners.filter((id) => tables.includes(tableOfId(id) ?? ''));
    return referred.length === 0 ? [] : [Prisma.sql`${Prisma.raw(column)} = ANY(${referred}::text[])`];
  });
  return [...(own.length === 0 ? [] : [Prisma.sql`id = ANY(${own}::text[])`]), ...referring];
}

/** The ID of a row, and the IDs that it refers to; those in the terms of a schedule too. */
function idsIn({ references }: SavedTable, row: StoredRow): string[] {
  const values = Object.keys(references).map((column) => row[column]);
  const terms = isObject(row['terms']) ? Object.values(row['terms']) : [];
  return [row['id'], ...values, ...terms].filter(
    (value): value is string => typeof value === 'string' && objectOfId(value) !== undefined,
  );
}

function sortedBy(key: readonly string[], rows: readonly StoredRow[]): StoredRow[] {
  return rows.toSorted((one, other) => {
    const column = key.find((name) => one[name] !== other[name]) ?? '';
    return (one[column] as string | number) < (other[column] as string | number) ? -1 : 1;
  });
}
