import { endOfSecond, type ListQuery } from '#kernel/list.js';
import type { Tenant } from '#kernel/scope.js';
import { Prisma } from '../database/generated/client.js';
import { columnOf } from '../database/json-rows.js';
import type { Database } from '../database/database.js';
import type { CountedRows } from './totals.js';

/** The most rows that a count for a list of the control API reads. */
export const COUNTED = 10_000;

/**
 * Further conditions of a list: the value of a field, or its possible values. An undefined value is no
 * condition.
 */
export type Only = Readonly<Record<string, string | boolean | { readonly in: string[] } | undefined>>;

/** One page of a tenant's rows, by creation and then by id, so that equal times keep their order. */
export interface PageSql {
  readonly where: Prisma.Sql;
  readonly order: Prisma.Sql;
  readonly limit: Prisma.Sql;
}

export function pageSql(
  table: string,
  { accountId, livemode }: Tenant,
  { from, to, order, limit, offset }: ListQuery,
  only: Only,
): PageSql {
  const name = Prisma.raw(table);
  const direction = Prisma.raw(order === 'chronological' ? 'asc' : 'desc');
  const rows = { accountId, livemode, createdAt: { gte: from, lt: endOfSecond(to) } };
  return {
    where: Prisma.join([spanSql(table, rows), ...onlySql(table, only)], ' AND '),
    order: Prisma.sql`ORDER BY ${name}.created_at ${direction}, ${name}.id ${direction}`,
    limit: Prisma.sql`LIMIT ${limit} OFFSET ${offset}`,
  };
}

function onlySql(table: string, only: Only): Prisma.Sql[] {
  return Object.entries(only).flatMap(([field, value]) => {
    const column = Prisma.raw(`${table}.${columnOf(field)}`);
    if (value === undefined) return [];
    return typeof value === 'object'
      ? Prisma.sql`${column} = ANY(${value.in}::text[])`
      : Prisma.sql`${column} = ${value}`;
  });
}

/** The condition for a tenant's rows of a time span. */
export function spanSql(
  table: string,
  { accountId, livemode, createdAt: { gte, lt } }: CountedRows,
): Prisma.Sql {
  const name = Prisma.raw(table);
  return Prisma.sql`${name}.account_id = ${accountId} AND ${name}.livemode = ${livemode}
    AND ${name}.created_at >= ${gte} AND ${name}.created_at < ${lt}`;
}

/** Counts the rows of `table` that match the condition, at most `most`. */
export async function countRows(
  database: Database,
  table: string,
  where: Prisma.Sql,
  most?: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(countSql(table, where, most));
  return row?.count ?? 0;
}

/** The statement that counts them, as `count`. */
export function countSql(table: string, where: Prisma.Sql, most?: number): Prisma.Sql {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}`;
  return Prisma.sql`SELECT count(*)::int4 AS count FROM (SELECT FROM ${Prisma.raw(table)} WHERE ${where} ${limit}) counted`;
}
