import { failOnProblems } from './errors.js';
import { parseWholeNumber } from './whole-number.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Fits a `bigint` of PostgreSQL. */
const MAX_DIGITS = 18;

const NO_CURSOR = 'after must be the next of an earlier page';

/** Which page of a list that grows at its end. */
export interface CursorQuery {
  /** The number of the last entry before it; 0 for the first page. */
  readonly after: bigint;
  readonly limit: number;
}

/** A place in a list that is in the order of commits: behind the entry with this id that the transaction `xid` wrote. */
export interface CommitCursor {
  readonly xid: bigint;
  /** Empty: before all that the transaction wrote. */
  readonly id: string;
}

/** Which page of a list that is in the order of commits. */
export interface CommitCursorQuery {
  readonly after: CommitCursor;
  readonly limit: number;
}

interface Sent {
  readonly after?: unknown;
  readonly limit?: unknown;
}

/** Reads `after` and `limit`. Throws `bad_request`. */
export function parseCursorQuery({ after = '', limit = '' }: Sent): CursorQuery {
  const cursor = textOf(after);
  const count = parseLimit(limit);
  const isCursor = cursor === '' || (/^\d+$/.test(cursor) && cursor.length <= MAX_DIGITS);
  failOnProblems('bad_request', [...(isCursor ? [] : [NO_CURSOR]), ...limitProblems(count)]);
  return { after: BigInt(cursor === '' ? 0 : cursor), limit: count ?? DEFAULT_LIMIT };
}

/** The same for a list that is in the order of commits. */
export function parseCommitCursorQuery({ after = '', limit = '' }: Sent): CommitCursorQuery {
  const [, digits, id = ''] = /^(\d{1,18})(?:\.([\w-]{1,100}))?$/.exec(textOf(after) || '0') ?? [];
  const count = parseLimit(limit);
  failOnProblems('bad_request', [...(digits === undefined ? [NO_CURSOR] : []), ...limitProblems(count)]);
  return { after: { xid: BigInt(digits ?? 0), id }, limit: count ?? DEFAULT_LIMIT };
}

/** The cursor as callers see it. */
export function commitCursor({ xid, id }: { readonly xid: bigint | number; readonly id: string }): string {
  return id === '' ? String(xid) : `${xid}.${id}`;
}

/** What is no text and no number is no cursor either. */
function textOf(after: unknown): string {
  return typeof after === 'string' || typeof after === 'number' ? String(after) : 'none';
}

function parseLimit(limit: unknown): number | undefined {
  return limit === '' ? DEFAULT_LIMIT : parseWholeNumber(limit, 1, MAX_LIMIT);
}

function limitProblems(limit: number | undefined): string[] {
  return limit === undefined ? [`limit must be a whole number from 1 to ${MAX_LIMIT}`] : [];
}
