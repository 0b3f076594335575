import { hasWildcard, likePattern } from '#domain/wildcard.js';
import { Prisma } from '../database/generated/client.js';

/** The condition that a column matches a pattern with the wildcard `*`. */
export function fitsSql(column: Prisma.Sql, pattern: string): Prisma.Sql {
  return hasWildcard(pattern)
    ? Prisma.sql`${column} LIKE ${likePattern(pattern)}`
    : Prisma.sql`${column} = ${pattern}`;
}

/** The condition that a text contains all words, both in lower case. A `*` in a word is ignored. */
export function hasWordsSql(text: Prisma.Sql, words: readonly string[]): Prisma.Sql {
  const conditions = words.map(
    (word) => Prisma.sql`${text} LIKE ${likePattern(`*${word.replaceAll('*', '')}*`)}`,
  );
  return Prisma.join([Prisma.sql`true`, ...conditions], ' AND ');
}
