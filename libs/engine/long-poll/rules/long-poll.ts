import { parseDuration } from '#kernel/duration.js';
import { throwProblems } from '#kernel/errors.js';
import { parseCommitCursorQuery, type CommitCursorQuery } from '#kernel/cursor.js';
import { MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import { parseWholeNumber } from '#kernel/whole-number.js';

const MAX_WAIT_MS = MINUTE_MS;
const MAX_COUNT = 100;
const MAX_WORDS = 10;

/** Which page of a list, and how long to wait until there are as many entries. */
export interface PollQuery extends CommitCursorQuery {
  /** In real time; 0 answers at once. */
  readonly waitMs: number;
  readonly count: number;
}

interface Sent {
  readonly after?: unknown;
  readonly before?: unknown;
  readonly limit?: unknown;
  readonly wait?: unknown;
  readonly count?: unknown;
}

/** Reads `after`, `before`, `limit`, `wait` and `count`. Throws `bad_request`. */
export function parsePollQuery({ after, before, limit, wait = '', count = '' }: Sent): PollQuery {
  const waitMs = parseWait(wait);
  const parsedCount = count === '' ? 1 : parseWholeNumber(count, 1, MAX_COUNT);
  throwProblems('bad_request', [
    ...(parsedCount === undefined ? [`count must be a whole number from 1 to ${MAX_COUNT}`] : []),
    ...(count !== '' && waitMs === 0 ? ['count requires wait'] : []),
    ...(before !== undefined && before !== '' && waitMs > 0 ? ['wait cannot be combined with before'] : []),
  ]);
  const page = parseCommitCursorQuery({ after, before, limit });
  return { ...page, limit: Math.max(page.limit, parsedCount ?? 1), waitMs, count: parsedCount ?? 1 };
}

/** Reads `wait`, in milliseconds; 0 unless given. Throws `bad_request`. */
export function parseWait(wait: unknown): number {
  const waitMs = wait === undefined || wait === '' ? 0 : parseDuration(wait);
  if (waitMs !== undefined && waitMs <= MAX_WAIT_MS) return waitMs;
  throwProblems('bad_request', [
    `wait must be a duration of at most ${MAX_WAIT_MS / SECOND_MS} s, such as 10s or 500ms`,
  ]);
  return 0;
}

/** Reads `livemode`; `undefined` for both modes. Throws `bad_request`. */
export function parseLivemode(livemode: unknown): boolean | undefined {
  return parseTruth('livemode', livemode);
}

/** Parses a parameter that is `true` or `false`; `undefined` if missing. Throws `bad_request`. */
export function parseTruth(name: string, value: unknown): boolean | undefined {
  if (value === undefined || value === '') return undefined;
  throwProblems(
    'bad_request',
    value === 'true' || value === 'false' ? [] : [`${name} must be true or false`],
  );
  return value === 'true';
}

/** Parses a text of at most 200 characters; `undefined` if missing. Throws `bad_request`. */
export function parseText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  throwProblems(
    'bad_request',
    typeof value === 'string' && value.length <= 200
      ? []
      : [`${name} must be a string of at most 200 characters`],
  );
  return value as string;
}

/** Reads a parameter that is some words, at most ten; in lower case. Throws `bad_request`. */
export function parseWords(name: string, value: unknown): readonly string[] {
  const words = parseText(name, value)?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  throwProblems(
    'bad_request',
    words.length > MAX_WORDS ? [`${name} must be at most ${MAX_WORDS} words`] : [],
  );
  return words;
}
