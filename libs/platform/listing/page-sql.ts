import { endOfSecond, type ListQuery } from '#domain/list.js';
import type { Tenant } from '#domain/scope.js';
import type { Database } from '../database/database.js';
import { Prisma } from '../database/generated/client.js';
import type { CountedRows } from './totals.js';

/** The parts of a statement that reads one page of a tenant's rows. */
export interface PageSql {
  readonly where: Prisma.Sql;
  readonly order: Prisma.Sql;
  readonly limit: Prisma.Sql;
}

/** What `pageOf` says, in SQL, for rows of `table`. `also` is a further condition. */
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

/** How many rows of `table` fulfil the condition. With `most`, no more than that are counted. */
export async function countRows(database: Database, table: string, where: Prisma.Sql, most?: number): Promise<number> {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}`;
  const [row] = await database.query<{ count: number }>(
    Prisma.sql`SELECT count(*)::int4 AS count FROM (SELECT FROM ${Prisma.raw(table)} WHERE ${where} ${limit}) counted`,
  );
  return row?.count ?? 0;
}
