import { DEFAULT_LIMIT } from '#kernel/list.js';
import { Prisma } from '#platform/database/generated/client.js';
import { jsonRows, tableOf, type JsonRow, type JsonValues } from '#platform/database/json-rows.js';
import type { TenantsId } from '#platform/database/row-loader.js';
import type { Rows } from './resource.js';

type Model = Prisma.ModelName;

/** Rows of other tables that are read with each row. */
export interface Part<Value> {
  /** A statement with at most one row and one column, `value`. It may name the columns of the row. */
  readonly sql: Prisma.Sql;
  /** `json` is null without a row. */
  read(json: unknown): Value;
}

type ValuesOf<Parts> = {
  readonly [Name in keyof Parts]: Parts[Name] extends Part<infer Value> ? Value : never;
};

/**
 * Reads a model's rows in one statement, as JSON, which is faster to send and to read than single columns. It
 * bypasses Prisma, which takes several times as long. `fields` are those that are read. Default: all.
 */
export function rowsOf<
  M extends Model,
  Loaded extends TenantsId,
  Field extends keyof JsonRow<M> = keyof JsonRow<M>,
>(model: M, toLoaded: (row: Pick<JsonRow<M>, Field>) => Loaded, fields?: readonly Field[]): Rows<M, Loaded> {
  const [table, rows] = [Prisma.raw(tableOf(model)), jsonRows(model, fields)];
  return {
    model,
    read: async (database, { rows: selected, order = Prisma.empty }) => {
      const found = await database.readJson<{ row: JsonValues }>(
        Prisma.sql`SELECT ${rows.sql} AS row FROM (${selected}) ${table} ${order}`,
      );
      return found.map(({ row }) => toLoaded(rows.read(row)));
    },
    rowOf: (loaded) => loaded,
  };
}

/** The same with parts, by name. `rowOf` returns the object's own row. */
export function rowsWith<M extends Model, Loaded, Parts extends Readonly<Record<string, Part<unknown>>>>(
  model: M,
  parts: Parts,
  toLoaded: (row: JsonRow<M>, parts: ValuesOf<Parts>) => Loaded,
  rowOf: Rows<M, Loaded>['rowOf'],
): Rows<M, Loaded> {
  const [table, rows, named] = [Prisma.raw(tableOf(model)), jsonRows(model), Object.entries(parts)];
  const joined = named.map(
    ([name, { sql }]) => Prisma.sql`LEFT JOIN LATERAL (${sql}) ${Prisma.raw(`"${name}"`)} ON true`,
  );
  const from = Prisma.join([table, ...joined], ' ');
  const columns = [rows.sql, ...named.map(([name]) => Prisma.raw(`"${name}".value`))];
  const select = Prisma.sql`SELECT json_build_array(${Prisma.join(columns)}) AS row`;
  return {
    model,
    read: async (database, { rows: selected, order = Prisma.empty }) => {
      const found = await database.readJson<{ row: [JsonValues, ...unknown[]] }>(
        Prisma.sql`${select} FROM (${selected}) ${from} ${order}`,
      );
      return found.map(({ row: [own, ...values] }) => {
        const read = named.map(([name, part], index) => [name, part.read(values[index])] as const);
        return toLoaded(rows.read(own), Object.fromEntries(read) as ValuesOf<Parts>);
      });
    },
    rowOf,
  };
}

/** The one row of another model that fulfils the condition, or null. `fields` are those that are read. */
export function one<M extends Model, Value, Field extends keyof JsonRow<M> = keyof JsonRow<M>>(
  model: M,
  where: string,
  toValue: (row: Pick<JsonRow<M>, Field>) => Value,
  fields?: readonly Field[],
): Part<Value | null> {
  const [table, rows] = [tableOf(model), jsonRows(model, fields)];
  return {
    // `OFFSET 0` forces a lookup by index. The planner would scan small tables, and keep that plan as they grow.
    sql: Prisma.sql`SELECT ${rows.sql} AS value FROM (SELECT * FROM ${Prisma.raw(`${table} WHERE ${where} OFFSET 0) ${table}`)}`,
    read: (json) => (json === null ? null : toValue(rows.read(json as JsonValues))),
  };
}

/** A part that no row lacks. */
export function required<Value>(part: Part<Value | null>): Part<Value> {
  return {
    sql: part.sql,
    read: (json) => {
      const found = part.read(json);
      if (found === null) throw new Error('A row lacks another that it refers to');
      return found;
    },
  };
}

/** The rows of another model that fulfil the condition, oldest first. `fields` are those that are read. */
export function all<M extends Model, Value, Field extends keyof JsonRow<M> = keyof JsonRow<M>>(
  model: M,
  where: string,
  toValue: (row: Pick<JsonRow<M>, Field>) => Value,
  fields?: readonly Field[],
): Part<Value[]> {
  const rows = jsonRows(model, fields);
  return {
    sql: Prisma.sql`SELECT ${inOrder(rows.sql)} AS value FROM ${Prisma.raw(`${tableOf(model)} WHERE ${where}`)}`,
    read: (json) => (json as JsonValues[]).map((values) => toValue(rows.read(values))),
  };
}

/** The first page of them, and their number. */
export function first<M extends Model, Value>(
  model: M,
  where: string,
  toValue: (row: JsonRow<M>) => Value,
): Part<{ readonly first: Value[]; readonly count: number }> {
  const [table, rows] = [tableOf(model), jsonRows(model)];
  const from = `${table} WHERE ${where}`;
  const page = Prisma.raw(`SELECT * FROM ${from} ORDER BY created_at, id LIMIT ${DEFAULT_LIMIT}`);
  return {
    sql: Prisma.sql`SELECT json_build_array((SELECT ${inOrder(rows.sql)} FROM (${page}) ${Prisma.raw(table)}),
      (SELECT count(*) FROM ${Prisma.raw(from)})) AS value`,
    read: (json) => {
      const [found, count] = json as [JsonValues[], number];
      return { first: found.map((values) => toValue(rows.read(values))), count };
    },
  };
}

function inOrder(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(json_agg(${row} ORDER BY created_at, id), '[]')`;
}

/** A value of another table, as JSON has it. */
export function value<Value>(statement: string): Part<Value | null> {
  return { sql: Prisma.raw(statement), read: (json) => json as Value | null };
}
