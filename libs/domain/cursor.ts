import { failOnProblems } from './errors.js';

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
  const cursor = String(after);
  const isCursor = cursor === '' || (/^\d+$/.test(cursor) && cursor.length <= MAX_DIGITS);
  failOnProblems('bad_request', [...(isCursor ? [] : [NO_CURSOR]), ...limitProblems(limit)]);
  return { after: BigInt(cursor === '' ? 0 : cursor), limit: countOf(limit) };
}

/** The same for a list that is in the order of commits. */
export function parseCommitCursorQuery({ after = '', limit = '' }: Sent): CommitCursorQuery {
  const [, digits, id = ''] = /^(\d{1,18})(?:\.([\w-]{1,100}))?$/.exec(after === '' ? '0' : String(after)) ?? [];
  failOnProblems('bad_request', [...(digits === undefined ? [NO_CURSOR] : []), ...limitProblems(limit)]);
  return { after: { xid: BigInt(digits ?? 0), id }, limit: countOf(limit) };
}

/** The cursor as callers see it. */
export function commitCursor({ xid, id }: { readonly xid: bigint | number; readonly id: string }): string {
  return id === '' ? String(xid) : `${xid}.${id}`;
}

function countOf(limit: unknown): number {
  return limit === '' ? DEFAULT_LIMIT : Number(limit);
}

function limitProblems(limit: unknown): string[] {
  const count = countOf(limit);
  return Number.isInteger(count) && count >= 1 && count <= MAX_LIMIT ? [] : [`limit must be a whole number from 1 to ${MAX_LIMIT}`];
}
