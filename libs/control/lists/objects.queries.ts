import type { CommitCursor, CommitCursorQuery } from '#kernel/cursor.js';
import { Prisma } from '#platform/database/generated/client.js';
import { COUNTED } from '#platform/listing/page-sql.js';
import { hasWordsSql } from '#platform/listing/pattern-sql.js';
import type { Condition } from '#engine/resources/resource.js';
import { LISTED_KINDS, type ListedKind } from './listed-kinds.js';

export interface ObjectFilter {
  readonly modes: readonly boolean[];
  /** Words in lower case that the object's text must contain. */
  readonly words: readonly string[];
  readonly conditions: readonly Prisma.Sql[];
  /** The one of them with the fewest matches that an index serves. */
  readonly indexed?: Prisma.Sql | undefined;
  /** Creation time: `gte` inclusive, `lt` exclusive. */
  readonly created?: { readonly gte?: Date; readonly lt?: Date };
}

/** The account of the objects, and the time of their status. */
interface Sandboxed {
  readonly accountId: string;
  readonly now: Date;
}

/** The most objects that are read for a filtered page, in order or by an index. */
const LOOKED_THROUGH = 5_000;

/** The row that {@link objectsSql} returns. */
export interface ObjectsPage<Found> {
  readonly found: readonly Found[];
  /** The last scanned object, if more may follow it. */
  readonly cut: { readonly at: string; readonly id: string } | null;
}

/**
 * A page of the objects of a kind, sorted by creation time. With a filter it reads the rows in the index of
 * the rarest condition, if they are at most
 * {@link LOOKED_THROUGH}, and otherwise that many rows in order.
 */
export function objectsSql(
  of: Sandboxed,
  kind: ListedKind,
  filter: ObjectFilter,
  query: CommitCursorQuery,
): Prisma.Sql {
  const table = Prisma.raw(kind.table);
  const direction = Prisma.raw(query.before === undefined ? 'ASC' : 'DESC');
  const own = Prisma.sql`${table}.account_id = ${of.accountId} AND (${Prisma.raw(kind.only ?? 'true')})`;
  const place = Prisma.join(
    [placeSql(table, query.after, query.before), ...createdSql(table, filter.created)],
    ' AND ',
  );
  const conditions = [
    ...filter.conditions,
    ...(filter.words.length === 0
      ? []
      : [hasWordsSql(Prisma.sql`lower(concat_ws(' ', ${Prisma.raw(kind.text)}))`, filter.words)]),
  ];
  const most = conditions.length === 0 ? query.limit : Math.max(LOOKED_THROUGH, query.limit);
  const { indexed } = filter;
  const isMode = Prisma.sql`${table}.livemode = ANY(${[...filter.modes]}::bool[])`;
  const inOrder = Prisma.join(
    filter.modes.map(
      (
        livemode,
      ) => Prisma.sql`(SELECT ${table}.id, ${table}.created_at FROM ${table} WHERE ${own} AND ${table}.livemode = ${livemode} AND ${place}
        ORDER BY ${table}.created_at ${direction}, ${table}.id ${direction} LIMIT ${most})`,
    ),
    ' UNION ALL ',
  );
  const few = Prisma.sql`few AS MATERIALIZED (
    SELECT ${table}.id, ${table}.created_at FROM ${table} WHERE ${own} AND ${isMode} AND ${indexed} LIMIT ${most + 1}),`;
  const fewOrInOrder = Prisma.sql`
    SELECT id, created_at FROM few ${table} WHERE (SELECT count(*) FROM few) <= ${most} AND ${place}
    UNION ALL SELECT * FROM (${inOrder}) in_order WHERE (SELECT count(*) FROM few) > ${most}`;
  return Prisma.sql`
    WITH ${indexed ? few : Prisma.empty} looked AS MATERIALIZED (
      SELECT id AS looked_id, created_at AS looked_at FROM (${indexed ? fewOrInOrder : inOrder}) candidate
      ORDER BY created_at ${direction}, id ${direction} LIMIT ${most})
    SELECT (SELECT json_build_object('at', looked_at, 'id', looked_id) FROM looked
        ORDER BY looked_at ${direction}, looked_id ${direction} LIMIT 1 OFFSET ${most - 1}) AS cut,
      (SELECT coalesce(json_agg(one), '[]') FROM (
        SELECT ${table}.id, ${table}.livemode, ${table}.created_at AS at, ${statusSql(kind, of.now)} AS status, ${columnsSql(kind)}
        FROM looked, ${table} ${Prisma.raw(kind.joins ?? '')} WHERE ${Prisma.join([Prisma.sql`${table}.id = looked_id`, ...conditions], ' AND ')}
        ORDER BY looked_at ${direction}, looked_id ${direction} LIMIT ${query.limit}) one) AS found`;
}

/** `id`, `amount`, `currency`, `charge` and `metadata` of the objects with these ids. */
export function summariesSql(
  { table, joins = '', columns }: ListedKind,
  accountId: string,
  ids: readonly string[],
): Prisma.Sql {
  const { amount = 'NULL', currency = 'NULL', charge = 'NULL', metadata = `'{}'` } = columns;
  const shown = `(${amount})::int8 AS amount, (${currency})::text AS currency, (${charge})::text AS charge, (${metadata})::json AS metadata`;
  return Prisma.sql`SELECT ${Prisma.raw(`${table}.id, ${shown} FROM ${table} ${joins} WHERE ${table}.id`)} = ANY(${[...ids]}::text[])
    AND ${Prisma.raw(table)}.account_id = ${accountId}`;
}

/**
 * Counts the objects of each kind, the events and the webhooks of an account, in the columns `kind` and
 * `count`.
 */
export function countsSql(accountId: string): Prisma.Sql {
  const count = (kind: string, table: string, only = 'true'): Prisma.Sql => Prisma.sql`
    SELECT ${kind} AS kind, count(*) FILTER (WHERE ${Prisma.raw(only)})::int4 AS count
    FROM (SELECT * FROM ${Prisma.raw(table)} WHERE account_id = ${accountId} LIMIT ${COUNTED}) ${Prisma.raw(table)}`;
  const objects = LISTED_KINDS.map(({ name, table, only }) => count(name, table, only));
  const others = [count('events', 'event'), count('deliveries', 'webhook_delivery')];
  return Prisma.join([...objects, ...others], ' UNION ALL ');
}

/** The status of the object; null for kinds without any. */
function statusSql({ statuses = {} }: ListedKind, now: Date): Prisma.Sql {
  const cases = Object.entries(statuses).map(
    ([status, condition]) =>
      Prisma.sql`WHEN ${conditionSql(condition, now)} THEN ${Prisma.raw(`'${status}'`)}`,
  );
  return cases.length === 0 ? Prisma.sql`NULL` : Prisma.sql`CASE ${Prisma.join(cases, ' ')} END`;
}

/** The condition for objects with a status, `false` for one that the kind has not. */
export function hasStatusSql({ statuses = {} }: ListedKind, status: string, now: Date): Prisma.Sql {
  const condition = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  return Prisma.sql`(${conditionSql(condition ?? 'false', now)})`;
}

function conditionSql(condition: Condition, now: Date): Prisma.Sql {
  return typeof condition === 'string' ? Prisma.raw(condition) : condition(now);
}

function columnsSql({ columns }: ListedKind): Prisma.Sql {
  const named = Object.entries(columns).map(([name, expression]) => `${expression} AS "${name}"`);
  return Prisma.raw(named.join(', '));
}

function createdSql(table: Prisma.Sql, { gte, lt }: ObjectFilter['created'] = {}): Prisma.Sql[] {
  return [
    ...(gte === undefined ? [] : [Prisma.sql`${table}.created_at >= ${gte}`]),
    ...(lt === undefined ? [] : [Prisma.sql`${table}.created_at < ${lt}`]),
  ];
}

function placeSql(table: Prisma.Sql, after: CommitCursor, before: CommitCursorQuery['before']): Prisma.Sql {
  const place = Prisma.sql`(${table}.created_at, ${table}.id)`;
  if (before === 'end') return Prisma.sql`true`;
  if (before) return Prisma.sql`${place} < (${momentOf(before)}, ${before.id})`;
  return after.xid === 0n ? Prisma.sql`true` : Prisma.sql`${place} > (${momentOf(after)}, ${after.id})`;
}

/** The latest time of a cursor: PostgreSQL rejects later years. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

function momentOf({ xid }: CommitCursor): Date {
  return new Date(Math.min(Number(xid), LAST_MOMENT));
}
