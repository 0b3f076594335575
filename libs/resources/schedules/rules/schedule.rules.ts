import { parseWholeNumber } from '#kernel/whole-number.js';
import { parseDay, WEEKDAYS, type Day, type Weekday } from '#kernel/calendar.js';
import {
  nextDay,
  PERIODS,
  PLACES,
  type On,
  type Period,
  type Recurrence,
  type WeekdayOfMonth,
} from './recurrence.js';

/** The largest number of periods between two occurrences (docs/fidelity.md SC3). */
export const MAX_EVERY = 365;
const LAST_DAY_OF_MONTH = 31;
const ORDINALS: Readonly<Record<string, keyof typeof PLACES>> = {
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
};
const DATE = 'a date such as 2026-01-31';

/** When something is to be done, in the API's words. */
export interface ScheduleRequest {
  readonly every?: unknown;
  readonly period?: unknown;
  readonly on?: unknown;
  readonly start_date?: unknown;
  readonly end_date?: unknown;
}

/**
 * The days that a request asks for, or everything that is wrong with it; `today` is the account's
 * (docs/fidelity.md SC3).
 */
export function readRecurrence(
  request: ScheduleRequest,
  today: Day,
): Recurrence | { readonly problems: string[] } {
  const every = parseWholeNumber(request.every, 1, MAX_EVERY);
  const period = PERIODS.find((known) => known === request.period);
  const startOn = request.start_date === undefined ? today : parseDay(request.start_date);
  const endOn = parseDay(request.end_date);
  const on = period && readOn(period, request.on);
  const problems = [
    every === undefined ? `every must be a whole number from 1 to ${MAX_EVERY}` : undefined,
    period === undefined ? 'period must be day, week or month' : undefined,
    typeof on === 'string' ? on : undefined,
    startOn === undefined ? `start_date must be ${DATE}` : undefined,
    startOn !== undefined && startOn < today ? `start_date must not be before today, ${today}` : undefined,
    endOn === undefined ? `end_date must be ${DATE}` : undefined,
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) return { problems };
  const recurrence = { every, period, on, startOn, endOn } as Recurrence;
  return nextDay(recurrence, null) === null
    ? { problems: ['end_date must not be before the first occurrence'] }
    : recurrence;
}

const PARTS_OF_ON: Readonly<Record<Period, readonly string[]>> = {
  day: [],
  week: ['weekdays'],
  month: ['days_of_month', 'weekday_of_month'],
};

function readOn(period: Period, on: unknown): On | string {
  if (on !== undefined && (typeof on !== 'object' || on === null || Array.isArray(on)))
    return 'on must be an object';
  const {
    weekdays,
    days_of_month: days,
    weekday_of_month: place,
  } = (on ?? {}) as Readonly<Record<string, unknown>>;
  const other = Object.keys(on ?? {}).find((name) => !PARTS_OF_ON[period].includes(name));
  if (other !== undefined)
    return period === 'day'
      ? 'on must be empty if period is day'
      : `on cannot have ${other} if period is ${period}`;
  switch (period) {
    case 'day':
      return {};
    case 'week':
      return readWeekdays(weekdays);
    case 'month':
      if ((days === undefined) === (place === undefined))
        return 'on must have days_of_month or weekday_of_month if period is month';
      return place === undefined ? readDaysOfMonth(days) : readWeekdayOfMonth(place);
  }
}

function readWeekdays(value: unknown): On | string {
  const weekdays = listOf(value).flatMap((name) => weekdayOf(name) ?? []);
  const isValid = weekdays.length > 0 && weekdays.length === listOf(value).length;
  return isValid
    ? { weekdays: [...new Set(weekdays)] }
    : `on must have weekdays if period is week: ${WEEKDAYS.join(', ')}`;
}

function weekdayOf(name: unknown): Weekday | undefined {
  return typeof name === 'string' ? WEEKDAYS.find((known) => known === name.toLowerCase()) : undefined;
}

function readDaysOfMonth(value: unknown): On | string {
  const days = listOf(value).flatMap((day) => parseWholeNumber(day, 1, LAST_DAY_OF_MONTH) ?? []);
  const isValid = days.length > 0 && days.length === listOf(value).length;
  return isValid
    ? { days_of_month: [...new Set(days)] }
    : `days_of_month must be whole numbers from 1 to ${LAST_DAY_OF_MONTH}`;
}

/** `2nd_monday`, which clients also write as `second_monday` or with a space. */
function readWeekdayOfMonth(value: unknown): On | string {
  const [first = '', name, ...more] = typeof value === 'string' ? value.toLowerCase().split(/[ _]/) : [];
  const place = ORDINALS[first] ?? first;
  const weekday = weekdayOf(name);
  const isValid = Object.hasOwn(PLACES, place) && weekday && more.length === 0;
  return isValid
    ? { weekday_of_month: `${place}_${weekday}` as WeekdayOfMonth }
    : 'weekday_of_month must be a day such as 1st_monday or last_friday';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
