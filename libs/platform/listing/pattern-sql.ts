import { hasWildcard, likePattern } from '#kernel/wildcard.js';
import { Prisma } from '../database/generated/client.js';

/** The condition that a column matches a pattern with the wildcard `*`. */
export function fitsSql(column: Prisma.Sql, pattern: string): Prisma.Sql {
  return hasWildcard(pattern)
    ? Prisma.sql`${column} LIKE ${likePattern(pattern)}`
    : Prisma.sql`${column} = ${pattern}`;
}

/** Names of fields in JSON. */
const FIELD_NAMES = Prisma.raw(String.raw`'"[^"\\]*"\s*:'`);

/**
 * The condition that a text contains all words, both in lower case. A `*` in a word is ignored. Of JSON in the
 * text the values are searched: `fail` must not find every `failure_code`. Reading only them takes three times
 * as long, so it is done where the whole text has the words.
 */
export function hasWordsSql(text: Prisma.Sql, words: readonly string[]): Prisma.Sql {
  const patterns = words.map((word) => likePattern(`*${word.replaceAll('*', '')}*`));
  const values = Prisma.sql`regexp_replace(${text}, ${FIELD_NAMES}, '', 'g')`;
  return Prisma.sql`CASE WHEN ${hasAll(text, patterns)} THEN ${hasAll(values, patterns)} ELSE false END`;
}

function hasAll(text: Prisma.Sql, patterns: readonly string[]): Prisma.Sql {
  return Prisma.join([Prisma.sql`true`, ...patterns.map((one) => Prisma.sql`${text} LIKE ${one}`)], ' AND ');
}
