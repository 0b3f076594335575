import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.js';
import type { Day } from './calendar.js';

/**
 * UTC offset of a country's time, in hours. None of these countries has summer time (docs/fidelity.md SC6).
 */
const HOURS_AHEAD = new Map([
  ['HK', 8],
  ['ID', 7],
  ['JP', 9],
  ['KR', 9],
  ['MY', 8],
  ['PH', 8],
  ['SG', 8],
  ['TH', 7],
  ['TW', 8],
  ['VN', 7],
]);

/** When in the morning occurrences are due, in the time of the account's country. */
const DUE_AFTER_MS = 8 * HOUR_MS + 30 * MINUTE_MS;

/** The current day in a country; in UTC for unknown countries. */
export function dayIn(country: string, time: Date): Day {
  return new Date(time.getTime() + aheadMs(country)).toISOString().slice(0, 10);
}

export function dueOn(country: string, day: Day): Date {
  return new Date(startOfDay(country, day).getTime() + DUE_AFTER_MS);
}

/** The midnight that a day begins with in a country. */
export function startOfDay(country: string, day: Day): Date {
  return new Date(Date.parse(day) - aheadMs(country));
}

/** The midnight that a day ends with in a country. */
export function midnightAfter(country: string, day: Day): Date {
  return new Date(startOfDay(country, day).getTime() + DAY_MS);
}

/** UTC offset of a country's time. */
export function aheadMs(country: string): number {
  return (HOURS_AHEAD.get(country) ?? 0) * HOUR_MS;
}
