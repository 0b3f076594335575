import { formatDuration, parseDuration } from './duration.js';
import { DAY_MS } from './time.js';

const FOREVER = 'forever';
/** As long as answers of an Idempotency-Key are repeated, which may name what they made. */
const MIN_MS = DAY_MS;
const MAX_MS = 3_650 * DAY_MS;

/** What a retention must be. */
export const RETENTION_RULE = `${FOREVER}, or a duration from ${formatDuration(MIN_MS)} to ${formatDuration(MAX_MS)}, such as 30d`;

/** Reads for how long what is over is kept, in milliseconds: `30d`, or `forever`, which is `Infinity`. `undefined` when it is none. */
export function parseRetention(value: unknown): number | undefined {
  if (value === FOREVER) return Infinity;
  const ms = parseDuration(value);
  return ms === undefined || ms < MIN_MS || ms > MAX_MS ? undefined : ms;
}

/** The shortest way to write it. */
export function formatRetention(ms: number): string {
  return ms === Infinity ? FOREVER : formatDuration(ms);
}
