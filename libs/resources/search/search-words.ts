import type { Scope } from '#kernel/scope.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Database } from '#platform/database/database.js';
import { LONG } from '#platform/listing/totals.js';
import { keysWithWord } from './rules/query-words.js';
import { vectorOf, type SearchedWords } from './search-scopes.js';

/** A word of a query, and its places outside the object's own texts. */
export interface SoughtWord {
  readonly word: string;
  /** The conditions of rows whose failure message contains it. */
  readonly failures: readonly string[];
  /** True if a card of the tenant has the word in its name. */
  readonly isOnCards: boolean;
}

const NAME_VECTOR = vectorOf('card.name');
/** The number of cards that are scanned for a name before the index is used. */
const SAMPLE = 100;

/** Looks up the words in failure messages and names on cards. */
export async function lookUp(
  database: Database,
  tenant: Scope,
  searched: SearchedWords,
  words: readonly string[],
): Promise<SoughtWord[]> {
  const onCards = searched.cards ? await lookUpCards(database, tenant, searched.cards, words) : [];
  return words.map((word, place) => ({
    word,
    failures: keysWithWord(searched.failures ?? {}, word),
    isOnCards: onCards[place] ?? false,
  }));
}

/**
 * The condition that a row contains all words. As a set, the indexes of words and cards find the rows: a long
 * set of cards is cheap if an index of charges is read for each card, and expensive if each charge is looked
 * up in it. Row by row, the card is a scalar subquery: for EXISTS, PostgreSQL would hash all cards with that
 * name.
 */
export function wordsSql(
  tenant: Scope,
  searched: SearchedWords,
  words: readonly SoughtWord[],
  as: 'set' | 'row',
): Prisma.Sql {
  if (words.length === 0) return Prisma.sql`false`;
  const own = words.filter(({ failures, isOnCards }) => failures.length === 0 && !isOnCards);
  const others = words.filter((word) => !own.includes(word));
  const conditions = [
    ...(own.length === 0 ? [] : [textSql(searched, own.map(({ word }) => word).join(' '))]),
    ...others.map((word) => Prisma.sql`(${Prisma.join(placesSql(tenant, searched, word, as), ' OR ')})`),
  ];
  return Prisma.sql`(${Prisma.join(conditions, ' AND ')})`;
}

function placesSql(
  tenant: Scope,
  searched: SearchedWords,
  { word, failures, isOnCards }: SoughtWord,
  as: 'set' | 'row',
): Prisma.Sql[] {
  const places = [textSql(searched, word), ...failures.map((condition) => Prisma.raw(`(${condition})`))];
  if (searched.cards && isOnCards) {
    const owner = Prisma.raw(searched.cards.owner);
    const column = Prisma.raw(searched.cards.card);
    const named = cardsSql(tenant, searched.cards, word);
    places.push(
      as === 'set'
        ? Prisma.sql`${owner} = ANY(ARRAY(SELECT ${column} FROM card WHERE ${named}))`
        : Prisma.sql`coalesce((SELECT true FROM card WHERE ${column} = ${owner} AND ${named} LIMIT 1), false)`,
    );
  }
  return places;
}

function textSql({ vector, indexed = 'true' }: SearchedWords, words: string): Prisma.Sql {
  return Prisma.sql`(${Prisma.raw(indexed)} AND ${Prisma.raw(vector)} @@ ${querySql(words)})`;
}

function cardsSql(tenant: Scope, cards: NonNullable<SearchedWords['cards']>, word: string): Prisma.Sql {
  return Prisma.sql`${ownCardsSql(tenant, cards)} AND ${nameSql(word)}`;
}

function ownCardsSql(
  { accountId, livemode }: Scope,
  { card, only = 'true' }: NonNullable<SearchedWords['cards']>,
): Prisma.Sql {
  return Prisma.sql`card.account_id = ${accountId} AND card.livemode = ${livemode} AND ${Prisma.raw(card)} IS NOT NULL AND ${Prisma.raw(only)}`;
}

function nameSql(word: string): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(NAME_VECTOR)} @@ ${querySql(word)}`;
}

function querySql(words: string): Prisma.Sql {
  return Prisma.sql`plainto_tsquery('simple', search_text(${words}))`;
}

/**
 * Each word has its own subquery and plan. A sample of cards finds a common name, for which the index would
 * collect every card. The index finds a rarer name: with this LIMIT PostgreSQL plans for many cards, and with
 * 1 it would scan card after card. MATERIALIZED keeps that plan and stops at the first card.
 */
async function lookUpCards(
  database: Database,
  tenant: Scope,
  cards: NonNullable<SearchedWords['cards']>,
  words: readonly string[],
): Promise<boolean[]> {
  if (words.length === 0) return [];
  const some = Prisma.sql`SELECT * FROM card WHERE ${ownCardsSql(tenant, cards)} ORDER BY last_digits LIMIT ${SAMPLE}`;
  const found = words.map((word) => {
    const all = Prisma.sql`SELECT FROM card WHERE ${cardsSql(tenant, cards, word)} LIMIT ${LONG}`;
    return Prisma.sql`(EXISTS (SELECT FROM (${some}) card WHERE ${nameSql(word)})
      OR (WITH named AS MATERIALIZED (${all}) SELECT EXISTS (SELECT FROM named)))`;
  });
  const [row] = await database.queryPlannedAnew<{ found: boolean[] }>(
    Prisma.sql`SELECT ARRAY[${Prisma.join(found)}] AS found`,
  );
  return row?.found ?? [];
}
