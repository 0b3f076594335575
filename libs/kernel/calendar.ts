import { DAY_MS, parseDateTime } from './time.js';

/** A day of the calendar, as `2026-01-31`. An earlier day is a smaller text. */
export type Day = string;

/** From the first day of a week on. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAYS_OF_WEEK = WEEKDAYS.length;
const MONTHS_OF_YEAR = 12;
/** Years have four digits. */
const END_OF_CALENDAR = Date.UTC(10_000, 0);

/** A month, as the number of months since the year 0. */
export type Month = number;

/** Later than every day that can be sent. */
const NEVER: Day = '9999-99-99';

/** The day of a date or datetime as written (docs/fidelity.md SC3); `undefined` if the text is neither. */
export function parseDay(value: unknown): Day | undefined {
  return parseDateTime(value) && String(value).slice(0, '2026-01-31'.length);
}

export function addDays(day: Day, count: number): Day {
  return dayOf(Date.parse(day) + count * DAY_MS);
}

/** The first day after that one on which banks work: from Monday to Friday. */
export function nextBusinessDay(day: Day): Day {
  const next = addDays(day, 1);
  return placeInWeek(next) < WEEKDAYS.indexOf('saturday') ? next : nextBusinessDay(next);
}

export function daysFrom(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The number of a day in its week, 0 for Monday. */
export function placeInWeek(day: Day): number {
  return (new Date(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
}

export function monthOf(day: Day): Month {
  return Number(day.slice(0, 4)) * MONTHS_OF_YEAR + Number(day.slice(5, 7)) - 1;
}

/** The day of a month, or its last one where it has no such day. */
export function dayOfMonth(month: Month, number: number): Day {
  const [year, place] = [Math.floor(month / MONTHS_OF_YEAR), month % MONTHS_OF_YEAR];
  const last = new Date(Date.UTC(year, place + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, place, Math.min(number, last)));
}

/** The first, second, … of the month's days that are that weekday; the last one for -1. */
export function weekdayOfMonth(month: Month, weekday: Weekday, number: number): Day {
  const first = dayOfMonth(month, 1);
  const earliest = addDays(
    first,
    (WEEKDAYS.indexOf(weekday) - placeInWeek(first) + DAYS_OF_WEEK) % DAYS_OF_WEEK,
  );
  if (number > 0) return addDays(earliest, (number - 1) * DAYS_OF_WEEK);
  const left = daysFrom(earliest, dayOfMonth(month, 31));
  return addDays(earliest, left - (left % DAYS_OF_WEEK));
}

function dayOf(time: number): Day {
  return time < END_OF_CALENDAR ? new Date(time).toISOString().slice(0, 10) : NEVER;
}
