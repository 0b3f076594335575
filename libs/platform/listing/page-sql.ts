import { endOfSecond, type ListQuery } from '#domain/list.js';
import type { Tenant } from '#domain/scope.js';
import { Prisma } from '../database/generated/client.js';
import type { Reader } from '../database/reader.js';
import type { CountedRows } from './totals.js';

/** The parts of a statement that reads one page of a tenant's rows. */
export interface PageSql {
  readonly where: Prisma.Sql;
  readonly order: Prisma.Sql;
  readonly limit: Prisma.Sql;
}

/** The SQL of `pageOf` for rows of `table`. `also` is a further condition. */
export function pageSql(table: string, { accountId, livemode }: Tenant, query: ListQuery, also?: Prisma.Sql): PageSql {
  const name = Prisma.raw(table);
  const direction = Prisma.raw(query.order === 'chronological' ? 'ASC' : 'DESC');
  const createdAt = { gte: query.from, lt: endOfSecond(query.to) };
  const where = spanSql(table, { accountId, livemode, createdAt });
  return {
    where: also ? Prisma.sql`${where} AND ${also}` : where,
    order: Prisma.sql`ORDER BY ${name}.created_at ${direction}, ${name}.id ${direction}`,
    limit: Prisma.sql`LIMIT ${query.limit} OFFSET ${query.offset}`,
  };
}

/** The condition for a tenant's rows of a span of time. */
export function spanSql(table: string, { accountId, livemode, createdAt: { gte, lt } }: CountedRows): Prisma.Sql {
  const name = Prisma.raw(table);
  return Prisma.sql`${name}.account_id = ${accountId} AND ${name}.livemode = ${livemode}
    AND ${name}.created_at >= ${gte} AND ${name}.created_at < ${lt}`;
}

/** Counts the rows of `table` that match the condition, at most `most`. */
export async function countRows(reader: Reader, table: string, where: Prisma.Sql, most?: number): Promise<number> {
  const [row] = await reader.query<{ count: number }>(countSql(table, where, most));
  return row?.count ?? 0;
}

/** The statement that counts them, as `count`. */
export function countSql(table: string, where: Prisma.Sql, most?: number): Prisma.Sql {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}`;
  return Prisma.sql`SELECT count(*)::int4 AS count FROM (SELECT FROM ${Prisma.raw(table)} WHERE ${where} ${limit}) counted`;
}
