import { formatDuration, parseDuration } from './duration.js';
import { DAY_MS } from './time.js';

const FOREVER = 'forever';
/** As long as idempotent answers are replayed, because they may name created objects. */
const MIN_MS = DAY_MS;
const MAX_MS = 3_650 * DAY_MS;

export const RETENTION_RULE = `${FOREVER}, or a duration from ${formatDuration(MIN_MS)} to ${formatDuration(MAX_MS)}, such as 30d`;

/**
 * Parses the retention period of finished objects, in milliseconds: `30d`, or `forever`, which is `Infinity`.
 * `undefined` if invalid.
 */
export function parseRetention(value: unknown): number | undefined {
  if (value === FOREVER) return Infinity;
  const ms = parseDuration(value);
  return ms === undefined || ms < MIN_MS || ms > MAX_MS ? undefined : ms;
}

/** The shortest way to write it. */
export function formatRetention(ms: number): string {
  return ms === Infinity ? FOREVER : formatDuration(ms);
}
