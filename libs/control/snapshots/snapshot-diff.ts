import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Prisma, type Snapshot } from '#platform/database/generated/client.js';
import { MetadataMask, withMaskedMetadata } from '../timeline/metadata-mask.js';
import { saveName } from './row-copies.js';
import { SAVED_TABLES, type SavedTable } from './saved-tables.js';
import type { DiffView, FieldsView, RowDiffView } from './snapshot.view.js';

/** The most differences that are listed; further ones are only counted. */
const MOST_TOLD = 1_000;
/** Columns that no caller sees. */
const INTERNAL: readonly string[] = ['xid', 'version', 'snapshot_id'];

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

interface DifferentRow {
  readonly key: readonly unknown[];
  readonly livemode: boolean | null;
  readonly before: SavedRow | null;
  readonly after: SavedRow | null;
  /** Of its charge. */
  readonly charge_metadata: object | null;
}

type SavedRow = Readonly<Record<string, unknown>>;

@Injectable()
export class SnapshotDiff {
  constructor(
    private readonly database: Database,
    private readonly masks: MetadataMask,
  ) {}

  async compare(accountId: string, before: Snapshot, after: Snapshot): Promise<DiffView> {
    const mask = await this.masks.of(accountId);
    const columns = await this.database.query<ColumnRow>(Prisma.sql`
      SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'snapshot' ORDER BY ordinal_position`);
    const changes: RowDiffView[] = [];
    let total = 0;
    for (const table of SAVED_TABLES) {
      const ignored = [...INTERNAL, ...(table.uncompared ?? [])];
      const own = columns.filter(
        ({ table_name: name, column_name: column }) => name === table.name && !ignored.includes(column),
      );
      const { count, rows } = await this.differentRows(
        table,
        own,
        [before.id, after.id],
        MOST_TOLD - changes.length,
      );
      total += count;
      changes.push(...rows.map((row) => withMaskedMetadata(rowDiffView(table.name, row, ignored), mask)));
    }
    const clock = { from: clockOf(before), to: clockOf(after) };
    return {
      object: 'diff',
      from: before.name,
      to: after.name,
      clock: JSON.stringify(clock.from) === JSON.stringify(clock.to) ? null : clock,
      settings: fieldsOf(
        before.settings as Record<string, unknown>,
        after.settings as Record<string, unknown>,
        [],
      ),
      total,
      data: changes,
    };
  }

  /** The first rows that differ, and how many differ in all. */
  private async differentRows(
    { name, key }: SavedTable,
    columns: readonly ColumnRow[],
    [before, after]: readonly [bigint, bigint],
    limit: number,
  ): Promise<{ count: number; rows: readonly DifferentRow[] }> {
    const [result] = await this.database.query<{ count: number; rows: readonly DifferentRow[] }>(Prisma.sql`
      WITH before AS (
        SELECT * FROM ${saveName(name)} WHERE snapshot_id = ${before}::bigint
      ), after AS (
        SELECT * FROM ${saveName(name)} WHERE snapshot_id = ${after}::bigint
      ), different AS MATERIALIZED (
        SELECT ${Prisma.raw(key.join(', '))}, before, after FROM before FULL JOIN after USING (${Prisma.raw(key.join(', '))})
        WHERE (${valuesOf('before', columns)}) IS DISTINCT FROM (${valuesOf('after', columns)})
      ), told AS (
        SELECT json_build_array(${Prisma.raw(key.join(', '))}) AS key, coalesce(${jsonOf('after')}, ${jsonOf('before')})->'livemode' AS livemode,
          ${jsonOf('before')} AS before, ${jsonOf('after')} AS after, ${metadataOfCharge(columns)} AS charge_metadata
        FROM different ORDER BY ${Prisma.raw(key.join(', '))} LIMIT ${limit}
      )
      SELECT (SELECT count(*)::int FROM different) AS count, (SELECT coalesce(json_agg(told), '[]') FROM told) AS rows`);
    return result ?? { count: 0, rows: [] };
  }
}

/** Null for rows that name no charge. */
function metadataOfCharge(columns: readonly ColumnRow[]): Prisma.Sql {
  if (!columns.some(({ column_name: column }) => column === 'charge_id')) return Prisma.sql`NULL::json`;
  const row = Prisma.sql`coalesce(${jsonOf('after')}, ${jsonOf('before')})`;
  return Prisma.sql`(SELECT metadata FROM ${saveName('charge')} charge
    WHERE charge.snapshot_id = (${row} ->> 'snapshot_id')::bigint AND charge.id = ${row} ->> 'charge_id')`;
}

/** Null where there is no such row. */
function jsonOf(side: 'before' | 'after'): Prisma.Sql {
  return Prisma.raw(`CASE WHEN ${side} IS NOT DISTINCT FROM NULL THEN NULL ELSE to_jsonb(${side}) END`);
}

/** Columns that can be compared: JSON as text. */
function valuesOf(side: 'before' | 'after', columns: readonly ColumnRow[]): Prisma.Sql {
  const values = columns.map(
    ({ column_name: column, data_type: type }) => `${side}.${column}${type === 'json' ? '::text' : ''}`,
  );
  return Prisma.raw(values.join(', '));
}

/** Columns that say which object it is, the best first. */
const ABOUT = ['email', 'name', 'title', 'description', 'direction'];

function rowDiffView(
  table: string,
  { key, livemode, before, after, charge_metadata: ofCharge }: DifferentRow,
  ignored: readonly string[],
): RowDiffView {
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const { amount, currency, metadata, ...row }: SavedRow = after ?? before ?? {};
  const texts = ABOUT.map((column) => row[column]);
  return {
    kind: table,
    id: key.join('-'),
    livemode,
    change,
    amount: typeof amount === 'number' ? amount : null,
    currency: typeof currency === 'string' ? currency : null,
    about: (texts.find((text) => typeof text === 'string' && text !== '') as string | undefined) ?? null,
    metadata: isFilled(metadata) ? metadata : (ofCharge ?? {}),
    fields: before && after ? fieldsOf(before, after, ignored) : {},
  };
}

function isFilled(metadata: unknown): metadata is object {
  return typeof metadata === 'object' && metadata !== null && Object.keys(metadata).length > 0;
}

function fieldsOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  ignored: readonly string[],
): FieldsView {
  const names = Object.keys(after).filter(
    (name) => !ignored.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]));
}

function clockOf({ at, frozen }: Snapshot): { at: string; frozen: boolean } {
  return { at: at.toISOString(), frozen };
}
