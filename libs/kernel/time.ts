const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * A moment in UTC, to the second: how every datetime of the API is written (docs/fidelity.md H4).
 * @schema { "type": "string", "format": "date-time" }
 * @example "2026-01-31T08:15:00Z"
 */
export type Timestamp = string;

const FIRST_OF_FOUR_DIGITS = 1000;
const LAST_OF_FOUR_DIGITS = 9999;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Lists contain hundreds of times. Concatenation takes a third of the time of `toISOString` and `slice`. */
export function isoSeconds(time: Date): Timestamp {
  const year = time.getUTCFullYear();
  // Invalid dates and years without four digits take the slow path, which rejects or formats them.
  if (!(year >= FIRST_OF_FOUR_DIGITS && year <= LAST_OF_FOUR_DIGITS))
    return `${time.toISOString().slice(0, 19)}Z`;
  const day = `${year}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())}`;
  return `${day}T${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}:${twoDigits(time.getUTCSeconds())}Z`;
}

/** Like {@link isoSeconds}, for a moment that may not have come. */
export function isoSecondsOrNull(time: Date | null): Timestamp | null {
  return time && isoSeconds(time);
}

/** In UTC. */
export function isSameDay(a: Date, b: Date): boolean {
  return isoSeconds(a).slice(0, 10) === isoSeconds(b).slice(0, 10);
}

/** The last second of the day that a moment lies in, in UTC. */
export function endOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS + DAY_MS - SECOND_MS);
}

export function isBareDate(value: unknown): boolean {
  return typeof value === 'string' && DATE.test(value);
}

/**
 * Reads an ISO 8601 datetime or a bare date, UTC unless it names an offset; `undefined` when it is neither,
 * no real day (30 February), or outside 1970 to 9999.
 */
export function parseDateTime(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !(DATE.test(value) || DATE_TIME.test(value))) return undefined;
  const zoned = DATE.test(value) || /(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value}Z`;
  const time = Date.parse(zoned.replace(' ', 'T'));
  if (Number.isNaN(time) || time < EARLIEST || time > LATEST) return undefined;
  return isCalendarDay(value.slice(0, 10)) ? new Date(time) : undefined;
}

/** Of a number from 0 to 59. */
function twoDigits(number: number): string {
  return TWO_DIGITS[number] ?? '';
}

function isCalendarDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
