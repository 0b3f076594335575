import { Prisma } from './generated/client.js';

/** The names of times, and of no other fields: `createdAt`, `paidAt`. `rows.e2e.spec.ts` checks it. */
const TIME = /At$/;

type Model = Prisma.ModelName;
type Stored<M extends Model> = Prisma.TypeMap['model'][M]['payload']['scalars'];

/** A row of a model's table as Prisma reads it, with `number` for `bigint`, which JSON lacks. */
export type JsonRow<M extends Model> = {
  readonly [Field in keyof Stored<M>]: Stored<M>[Field] extends bigint ? number : Stored<M>[Field];
};

/**
 * Reads the rows of a model's table as JSON arrays, without column names, which would be most of the text.
 */
export interface JsonRows<Row> {
  /** The row as an array. */
  readonly sql: Prisma.Sql;
  readonly read: (values: JsonValues) => Row;
}

/** The values of a row's columns, in the order of its model. */
export type JsonValues = readonly unknown[];

/** `names` are the fields that are read. Default: all. */
export function jsonRows<M extends Model, Field extends keyof JsonRow<M> = keyof JsonRow<M>>(
  model: M,
  names: readonly Field[] = Object.keys(Prisma[`${model}ScalarFieldEnum`]) as Field[],
): JsonRows<Pick<JsonRow<M>, Field>> {
  const fields = (names as readonly string[]).map((name, index) => ({
    name,
    index,
    isTime: TIME.test(name),
  }));
  const columns = fields.map(({ name }) => `${tableOf(model)}.${columnOf(name)}`);
  // Objects of JSON.parse, and their copies, are many times faster than objects whose fields were added one
  // by one.
  const empty = JSON.parse(
    JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, null]))),
  ) as Record<string, unknown>;
  return {
    sql: Prisma.raw(`json_build_array(${columns.join(', ')})`),
    read: (values) => {
      const row = { ...empty };
      for (const { name, index, isTime } of fields) {
        const value = values[index];
        row[name] = isTime && value !== null ? new Date(value as string) : value;
      }
      return row as Pick<JsonRow<M>, Field>;
    },
  };
}

/** The name that `@@map` gives to a model's table: `journal_entry` for `JournalEntry`. */
export function tableOf(model: Model): string {
  return columnOf(model).slice(1);
}

/** The name that `@map` gives to a field: `account_id` for `accountId`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
