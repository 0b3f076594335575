import { failOnProblems } from './errors.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Fits a `bigint` of PostgreSQL. */
const MAX_DIGITS = 18;

/** Which page of a list that grows at its end. */
export interface CursorQuery {
  /** The number of the last entry before it; 0 for the first page. */
  readonly after: bigint;
  readonly limit: number;
}

/** Reads `after` and `limit`. Throws `bad_request`. */
export function parseCursorQuery({ after = '', limit = '' }: { readonly after?: unknown; readonly limit?: unknown }): CursorQuery {
  const cursor = String(after);
  const count = limit === '' ? DEFAULT_LIMIT : Number(limit);
  const problems = [
    ...(cursor === '' || (/^\d+$/.test(cursor) && cursor.length <= MAX_DIGITS) ? [] : ['after must be the next of an earlier page']),
    ...(Number.isInteger(count) && count >= 1 && count <= MAX_LIMIT ? [] : [`limit must be a whole number from 1 to ${MAX_LIMIT}`]),
  ];
  failOnProblems('bad_request', problems);
  return { after: BigInt(cursor === '' ? 0 : cursor), limit: count };
}
