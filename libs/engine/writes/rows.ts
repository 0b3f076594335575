import type { IdentifiedObject } from '#kernel/ids.js';
import { TABLES, type Table } from '#platform/database/generated/tables.js';
import type { Prisma } from '#platform/database/generated/client.js';

type Tables = typeof TABLES;

/** All tables, parents before children. */
export const TABLE_NAMES = Object.keys(TABLES) as Table[];

/** The table of a kind: it has the name of the kind, or of its owner and the kind. */
export function tableOf(object: IdentifiedObject): Table | undefined {
  return TABLE_NAMES.find((name) => name === object || name.endsWith(`_${object}`));
}

/**
 * Tables whose rows have a version, in the order in which statements lock them: always the same, so that
 * there is no deadlock.
 */
export const UPDATED_TABLES = TABLE_NAMES.filter(
  (table): table is UpdatedTable => 'version' in TABLES[table].fields,
);
type UpdatedTable = { [T in Table]: 'version' extends keyof Tables[T]['fields'] ? T : never }[Table];

type Stored<T extends Table> = Prisma.TypeMap['model'][Tables[T]['model']]['payload']['scalars'];

/** The values of a row, by the fields of its Prisma model. */
export type Fields<T extends Table> = { readonly [Field in keyof Stored<T>]: Written<Stored<T>[Field]> };

/** The values of a row, by the columns of its table, as JSON that PostgreSQL reads. */
export type Row<T extends Table> = {
  readonly [Column in keyof Tables[T]['fields']]: Fields<T>[Tables[T]['fields'][Column] & keyof Fields<T>];
};

/** A new row. PostgreSQL fills in its `xid`. */
export type InsertedRow<T extends Table> = Omit<Row<T>, 'xid'>;

export type Inserts = { readonly [T in Table]?: readonly InsertedRow<T>[] };

/** A row that is updated under an optimistic lock: only if it still has the version that was read. */
export type RowUpdate<T extends UpdatedTable = UpdatedTable> = { readonly [Each in T]: UpdateOf<Each> }[T];

interface UpdateOf<T extends UpdatedTable> {
  readonly table: T;
  readonly id: string;
  /** The row's version when the change was decided; the update adds one. */
  readonly version: number;
  readonly set: Partial<Omit<Row<T>, 'id' | 'version'>>;
}

/**
 * The JSON form of a value that Prisma reads: hexadecimal text for bytes, and a number for `bigint`, which
 * JSON does not have.
 */
type Written<Value> = [Prisma.JsonValue] extends [Value]
  ? object
  : Value extends bigint
    ? number
    : Value extends Uint8Array
      ? string
      : Value extends (infer Item)[]
        ? readonly Item[]
        : Value;

const FIELDS = Object.fromEntries(TABLE_NAMES.map((table) => [table, Object.entries(TABLES[table].fields)]));

/** The row of an object that has at least the fields of the table. */
export function toRow<T extends Table>(table: T, object: Fields<T>): Row<T> {
  return columnsOf(table, object, () => true) as Row<T>;
}

/** The update of the columns in which `after` differs from `before`. */
export function toUpdate<T extends UpdatedTable>(
  table: T,
  before: Fields<T> & { readonly id: string; readonly version: number },
  after: Fields<T>,
): RowUpdate {
  const set = columnsOf(table, after, (field) => field !== 'version' && before[field] !== after[field]);
  return { table, id: before.id, version: before.version, set };
}

function columnsOf<T extends Table>(
  table: T,
  object: Fields<T>,
  isTaken: (field: keyof Fields<T>) => boolean,
): object {
  const columns: Record<string, unknown> = {};
  for (const [column, field] of FIELDS[table] as [string, keyof Fields<T>][])
    if (isTaken(field)) columns[column] = object[field];
  return columns;
}
