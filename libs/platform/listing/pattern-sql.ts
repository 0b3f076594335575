import { hasWildcard, likePattern } from '#domain/wildcard.js';
import { Prisma } from '../database/generated/client.js';

/** The condition that a column fits a pattern, in which `*` stands for anything. */
export function fitsSql(column: Prisma.Sql, pattern: string): Prisma.Sql {
  return hasWildcard(pattern) ? Prisma.sql`${column} LIKE ${likePattern(pattern)}` : Prisma.sql`${column} = ${pattern}`;
}
