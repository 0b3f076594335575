import { throwProblems } from './errors.js';
import { parseWholeNumber } from './whole-number.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Fits a `bigint` of PostgreSQL. */
const MAX_DIGITS = 18;

const NO_CURSOR = 'after must be the next of a previous page';

/** Which page of a list that grows at its end. */
export interface CursorQuery {
  /** The number of the last entry before it; 0 for the first page. */
  readonly after: bigint;
  readonly limit: number;
}

/**
 * A place in a list that is in the order of commits: behind the entry with this id that the transaction `xid`
 * wrote.
 */
export interface CommitCursor {
  readonly xid: bigint;
  /** Empty: before every row of the transaction. */
  readonly id: string;
}

/** A page of a list in commit order: the entries after a cursor, or the last ones before one. */
export interface CommitCursorQuery {
  readonly after: CommitCursor;
  /** Undefined unless the page ends before a cursor; `end` means the end of the list. */
  readonly before?: CommitCursor | 'end' | undefined;
  readonly limit: number;
}

interface Sent {
  readonly after?: unknown;
  readonly before?: unknown;
  readonly limit?: unknown;
}

/** Reads `after` and `limit`. Throws `bad_request`. */
export function parseCursorQuery({ after = '', limit = '' }: Sent): CursorQuery {
  const cursor = textOf(after);
  const count = parseLimit(limit);
  const isCursor = cursor === '' || (/^\d+$/.test(cursor) && cursor.length <= MAX_DIGITS);
  throwProblems('bad_request', [...(isCursor ? [] : [NO_CURSOR]), ...limitProblems(count)]);
  return { after: BigInt(cursor === '' ? 0 : cursor), limit: count ?? DEFAULT_LIMIT };
}

/** The same for a list that is in the order of commits, with `before` too. */
export function parseCommitCursorQuery({ after = '', before = '', limit = '' }: Sent): CommitCursorQuery {
  const from = parseCommitCursor(textOf(after) || '0');
  const to = before === '' || before === 'end' ? before || undefined : parseCommitCursor(textOf(before));
  const count = parseLimit(limit);
  throwProblems('bad_request', [
    ...(from ? [] : [NO_CURSOR]),
    ...(before !== '' && to === undefined ? ['before must be the previous of a page, or end'] : []),
    ...(before !== '' && after !== '' ? ['send after or before, not both'] : []),
    ...limitProblems(count),
  ]);
  return { after: from ?? { xid: 0n, id: '' }, before: to, limit: count ?? DEFAULT_LIMIT };
}

function parseCommitCursor(text: string): CommitCursor | undefined {
  const [, digits, id = ''] = /^(\d{1,18})(?:\.([\w-]{1,100}))?$/.exec(text) ?? [];
  return digits === undefined ? undefined : { xid: BigInt(digits), id };
}

/** The cursor as callers see it. */
export function commitCursor({ xid, id }: { readonly xid: bigint | number; readonly id: string }): string {
  return id === '' ? String(xid) : `${xid}.${id}`;
}

/** A value that is neither text nor number is not a cursor. */
function textOf(after: unknown): string {
  return typeof after === 'string' || typeof after === 'number' ? String(after) : 'none';
}

function parseLimit(limit: unknown): number | undefined {
  return limit === '' ? DEFAULT_LIMIT : parseWholeNumber(limit, 1, MAX_LIMIT);
}

function limitProblems(limit: number | undefined): string[] {
  return limit === undefined ? [`limit must be a whole number from 1 to ${MAX_LIMIT}`] : [];
}
