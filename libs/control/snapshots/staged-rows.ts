import { brokenUniqueConstraint } from '#platform/database/database-errors.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { saveName, savedColumns, type Columns } from './row-copies.js';
import { SAVED_TABLES } from './saved-tables.js';

type StagedRow = Readonly<Record<string, unknown>>;

/** Limits of one statement: rows, and characters in all. */
const BATCH_ROWS = 500;
const BATCH_LENGTH = 4_000_000;

/** A second row of the file with the same key; `rows` are those of the batch that has it. */
export class DuplicateRow extends Error {
  constructor(
    readonly table: string,
    readonly rows: readonly StagedRow[],
  ) {
    super(`two rows of ${table} have the same key`);
  }
}

/** Writes the rows of a file as those of a snapshot without a sandbox, in batches for each table. */
export class StagedRows {
  private readonly waiting = new Map<string, string[]>();
  private length = 0;
  private count = 0;

  private constructor(
    private readonly transaction: LongTransaction,
    private readonly snapshotId: bigint,
    private readonly columns: Columns,
    private readonly defaults: ReadonlyMap<string, string>,
  ) {}

  static async of(transaction: LongTransaction, snapshotId: bigint): Promise<StagedRows> {
    return new StagedRows(
      transaction,
      snapshotId,
      await savedColumns(transaction),
      await defaultsOf(transaction),
    );
  }

  /** The rows of a batch wait as texts: as objects they could take twenty times the memory. */
  async add(table: string, row: StagedRow): Promise<void> {
    const text = JSON.stringify(row);
    const texts = this.waiting.get(table);
    if (texts) texts.push(text);
    else this.waiting.set(table, [text]);
    this.count += 1;
    this.length += text.length;
    if (this.count >= BATCH_ROWS || this.length >= BATCH_LENGTH) await this.writeAll();
  }

  /** Writes those that were added since. Throws {@link DuplicateRow}. */
  async writeAll(): Promise<void> {
    for (const [table, texts] of this.waiting) await this.write(table, texts);
    this.waiting.clear();
    [this.length, this.count] = [0, 0];
  }

  private async write(table: string, texts: readonly string[]): Promise<void> {
    const columns = this.columns.get(table) ?? [];
    const values = columns.map((column) => {
      const fallback = this.defaults.get(`${table}.${column}`);
      return fallback === undefined ? column : `coalesce(${column}, ${fallback})`;
    });
    try {
      await this.transaction.execute(Prisma.sql`
        INSERT INTO ${saveName(table)} (snapshot_id, ${Prisma.raw(columns.join(', '))})
        SELECT ${this.snapshotId}::bigint, ${Prisma.raw(values.join(', '))}
        FROM json_populate_recordset(NULL::${saveName(table)}, ${`[${texts.join()}]`}::json)`);
    } catch (error) {
      if (brokenUniqueConstraint(error) === undefined) throw error;
      const rows = texts.map((text) => JSON.parse(text) as StagedRow);
      throw new DuplicateRow(table, rows);
    }
  }
}

/** The defaults of columns, by table and column: files of older releases may lack newer columns. */
async function defaultsOf(transaction: LongTransaction): Promise<Map<string, string>> {
  const rows = await transaction.query<{ name: string; value: string }>(Prisma.sql`
    SELECT relname || '.' || attname AS name, pg_get_expr(adbin, adrelid) AS value
    FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum JOIN pg_class ON pg_class.oid = adrelid
    WHERE relname = ANY(${SAVED_TABLES.map(({ name }) => name)}::text[]) AND relnamespace = current_schema()::regnamespace AND attnotnull`);
  return new Map(rows.map(({ name, value }) => [name, value]));
}
