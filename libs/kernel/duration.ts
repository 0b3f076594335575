import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.js';

/** From the longest to the shortest, as they are written one after the other. */
const UNITS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
  ['ms', 1],
] as const;
const DURATION = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,9})s)?(?:(\d{1,9})ms)?$/;

/**
 * Parses a duration such as `90s`, `15m`, `1h30m`, `7d` or `500ms` as milliseconds; `undefined` if invalid.
 */
export function parseDuration(value: unknown): number | undefined {
  const parts = typeof value === 'string' && value !== '' ? DURATION.exec(value) : null;
  if (!parts) return undefined;
  return UNITS.reduce((sum, [, ms], index) => sum + Number(parts[index + 1] ?? 0) * ms, 0);
}

/** The shortest way to write it: `1h30m`. */
export function formatDuration(ms: number): string {
  let rest = ms;
  const parts = UNITS.map(([unit, unitMs]) => {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    return count === 0 ? '' : `${count}${unit}`;
  });
  return parts.join('') || '0s';
}
