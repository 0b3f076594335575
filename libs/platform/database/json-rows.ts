import { Prisma } from './generated/client.js';

/** Times, and nothing else, are named for what happens then: `createdAt`, `paidAt`. A spec holds the models that are read to it. */
const TIME = /At$/;

type Model = Prisma.ModelName;
type Stored<M extends Model> = Prisma.TypeMap['model'][M]['payload']['scalars'];

/** A row of a model's table as Prisma reads it, but for `bigint`, which JSON does not know. */
export type JsonRow<M extends Model> = {
  readonly [Field in keyof Stored<M>]: Stored<M>[Field] extends bigint ? number : Stored<M>[Field];
};

/** Makes a row of what PostgreSQL's `row_to_json` writes of one of a model's table. */
export function jsonRows<M extends Model>(model: M): (json: object) => JsonRow<M> {
  const fields = Object.keys(Prisma[`${model}ScalarFieldEnum`]).map((name) => ({ name, column: columnOf(name), isTime: TIME.test(name) }));
  // An object that JSON.parse has made, and each copy of it, is read and copied many times faster than one whose fields were added one by one.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, null])))) as Record<string, unknown>;
  return (json) => {
    const row = { ...empty };
    for (const { name, column, isTime } of fields) {
      const value: unknown = json[column as keyof object];
      row[name] = isTime && value !== null ? new Date(value as string) : value;
    }
    return row as JsonRow<M>;
  };
}

/** The name that `@@map` gives to a model's table: `journal_entry` for `JournalEntry`. */
export function tableOf(model: Model): string {
  return columnOf(model).slice(1);
}

/** The name that `@map` gives to a field: `account_id` for `accountId`. */
function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
