import { setTimeout as delay } from 'node:timers/promises';
import { commitCursor, type CommitCursorQuery } from '#kernel/cursor.js';
import type { Database } from '../database/database.js';
import { Prisma } from '../database/generated/client.js';

const PAUSE_MS = 5;
/** The most bytes of a page's entries as JSON. A single entry may exceed it. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

export interface CommittedEntry {
  /** The number of the transaction that wrote it, by the column's default `pg_current_xact_id()`. */
  readonly xid: number;
  readonly id: string;
}

/** A page of a list in commit order. */
export interface CommittedPage<Entry> {
  readonly entries: readonly Entry[];
  /** The cursor of the next page, also at the end of the list: new entries come after it. */
  readonly next: string;
  /** The cursor of the previous page; null on the first page. */
  readonly previous: string | null;
  /**
   * True if the page ended early, at its limit of bytes or of scanned entries. More entries may follow the
   * cursor.
   */
  readonly isCut: boolean;
  /** True if committed entries cannot be listed yet, because an earlier transaction is still in progress. */
  readonly isBehind: boolean;
}

interface PageRow<Entry> {
  readonly entries: readonly Entry[];
  /** The number found, including entries without room in the page. */
  readonly found: number;
  readonly end: string;
  readonly is_behind: boolean;
  /** The last scanned entry, if more may follow it. */
  readonly cut: CommittedEntry | null;
}

/** A condition that no index serves, and the most entries that are scanned for a page. */
export interface LookedThrough {
  readonly condition: Prisma.Sql;
  readonly most: number;
}

/**
 * Reads a page of the entries that these queries return, in commit order: by `xid`, then by `id`. The page
 * ends below the oldest open transaction, so that no cursor skips an entry that is committed late. Each query
 * has the columns `xid` and `id`, and an index in this order. Times are text, as in PostgreSQL's JSON. Only
 * the condition of `look` reads the column `words`. A page ends before {@link MAX_PAGE_BYTES}, but has at
 * least one entry. `leastBytes` is a cheap lower bound of an entry's JSON, so that entries without room are
 * not rendered.
 */
export async function readCommitted<Entry extends CommittedEntry>(
  database: Database,
  queries: readonly Prisma.Sql[],
  { after, before, limit }: CommitCursorQuery,
  look?: LookedThrough,
  leastBytes = Prisma.sql`0`,
): Promise<CommittedPage<Entry>> {
  const isBackwards = before !== undefined;
  const order = isBackwards ? Prisma.sql`xid DESC, id DESC` : Prisma.sql`xid, id`;
  const place = isBackwards
    ? before === 'end'
      ? Prisma.sql`true`
      : Prisma.sql`(xid, id) < (${before.xid}::bigint, ${before.id})`
    : Prisma.sql`(xid, id) > (${after.xid}::bigint, ${after.id})`;
  const most = Math.max(look?.most ?? 0, limit);
  const parts = queries.map(
    (query) =>
      Prisma.sql`(SELECT * FROM (${query}) entry WHERE xid < ${END} AND ${place} ORDER BY ${order} LIMIT ${most})`,
  );
  const behind = queries.map(
    (query) => Prisma.sql`EXISTS (SELECT FROM (${query}) entry WHERE xid >= ${END})`,
  );
  const entry = look ? Prisma.sql`to_jsonb(one) - 'words'` : Prisma.sql`row_to_json(one)`;
  const page = Prisma.sql`
    WITH looked AS (SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) merged ORDER BY ${order} LIMIT ${most}),
    found AS (
      SELECT one, row_number() OVER inorder AS place, count(*) OVER () AS found, sum(${leastBytes}) OVER inorder AS least FROM (
        SELECT * FROM looked WHERE ${look?.condition ?? Prisma.sql`true`} ORDER BY ${order} LIMIT ${limit}) one
      WINDOW inorder AS (ORDER BY ${order})),
    measured AS (
      SELECT entry, place, found, sum(octet_length(entry::text)) OVER (ORDER BY place) AS bytes FROM (
        SELECT ${entry} AS entry, place, found FROM found WHERE place = 1 OR least <= ${MAX_PAGE_BYTES}) shown)
    SELECT ${END}::text AS "end", ${Prisma.join(behind, ' OR ')} AS is_behind, ${look ? cutSql(order, most) : Prisma.sql`NULL::json`} AS cut, page.*
    FROM (
      SELECT coalesce(max(found), 0)::int AS found, coalesce(json_agg(entry ORDER BY place), '[]') AS entries
      FROM measured WHERE place = 1 OR bytes <= ${MAX_PAGE_BYTES}) page`;
  const [row] = await database.query<PageRow<Entry>>(page);
  if (!row) throw new Error('A statement that has one row had none');
  const { entries: shown, found, is_behind: isBehind, end } = row;
  const entries = isBackwards ? shown.toReversed() : shown;
  /** The last scanned entry, or the last with room. */
  const cut = shown.length < found ? (shown.at(-1) ?? null) : found < limit ? row.cut : null;
  const [previous, next] = [
    previousOf(entries, isBackwards ? found < limit : after.xid === 0n),
    nextOf(entries, { after, before, limit }, end),
  ];
  return {
    entries,
    isBehind,
    isCut: cut !== null,
    previous: cut && isBackwards ? commitCursor(cut) : previous,
    next: cut && !isBackwards ? commitCursor(cut) : next,
  };
}

/**
 * Resolves when every transaction that is open now has ended, so that all commits until now are listed, or
 * after `limitMs`.
 */
export async function untilListed(database: Database, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  const [{ end } = { end: '0' }] = await database.query<{ end: string }>(
    Prisma.sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS end`,
  );
  const underWay = (): Promise<object[]> => database.query(Prisma.sql`SELECT WHERE ${END} < ${end}::bigint`);
  while ((await underWay()).length > 0 && performance.now() < deadline) await delay(PAUSE_MS);
}

/** The last scanned entry, if the scan reached its limit. */
function cutSql(order: Prisma.Sql, most: number): Prisma.Sql {
  return Prisma.sql`(SELECT json_build_object('xid', xid, 'id', id) FROM looked ORDER BY ${order} LIMIT 1 OFFSET ${most - 1})`;
}

/** The number of the oldest open transaction, or of the next one. */
const END = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

function previousOf([first]: readonly CommittedEntry[], isBeginning: boolean): string | null {
  return first && !isBeginning ? commitCursor(first) : null;
}

function nextOf(
  entries: readonly CommittedEntry[],
  { after, before, limit }: CommitCursorQuery,
  end: string,
): string {
  const last = entries.at(-1);
  const hasMore = before === undefined ? entries.length === limit : before !== 'end';
  // No entry precedes the cursor, so the next page is the first one.
  if (hasMore) return commitCursor(last ?? { xid: 0n, id: '' });
  // A cursor never goes back.
  return commitCursor({ xid: after.xid > BigInt(end) ? after.xid : BigInt(end), id: '' });
}
