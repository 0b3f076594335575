import { addDays, dayOfMonth, monthOf, parseDay, placeInWeek, type Day } from '#kernel/calendar.js';
import { dayIn, midnightAfter, startOfDay } from '#kernel/local-time.js';
import { isBareDate, parseDateTime, SECOND_MS } from '#kernel/time.js';

const DAYS_OF_WEEK = 7;
const FIRST = new Date(0);
/** The end of all times that are searched. */
const LAST = new Date('9999-12-31T23:59:59Z');

/** The time of an account: its clock, and the country whose days it has (docs/fidelity.md SC6). */
export interface LocalTime {
  readonly now: Date;
  readonly country: string;
}

/** From a moment on, and before another. */
export interface TimeRange {
  readonly from: Date;
  readonly before: Date;
}

/**
 * Reads a range from the beginning of one day, week, month or second to the end of another; one end may be
 * empty (docs/fidelity.md SE8). `undefined` if an end cannot be read.
 */
export function readTimeRange(from: string, to: string, local: LocalTime): TimeRange | undefined {
  if (from + to === '') return undefined;
  const first = from === '' ? { from: FIRST } : spanOf(from, local);
  const last = to === '' ? { before: LAST } : spanOf(to, local);
  return first && last && { from: first.from, before: last.before };
}

/** The first and the last day of a period in words, relative to a day. Weeks begin on Monday. */
const DAYS: Readonly<Record<string, (today: Day) => readonly [Day, Day]>> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  this_week: (today) => weekOf(today),
  last_week: (today) => weekOf(addDays(today, -DAYS_OF_WEEK)),
  this_month: (today) => daysOfMonth(monthOf(today)),
  last_month: (today) => daysOfMonth(monthOf(today) - 1),
};

function spanOf(text: string, { now, country }: LocalTime): TimeRange | undefined {
  const word = text.toLowerCase();
  const dashed = text.replaceAll('/', '-');
  const day = isBareDate(dashed) ? parseDay(dashed) : undefined;
  const days = Object.hasOwn(DAYS, word) ? DAYS[word]?.(dayIn(country, now)) : day && ([day, day] as const);
  if (days)
    return {
      from: startOfDay(country, days[0]),
      before: midnightAfter(country, days[1]),
    };
  const moment = parseDateTime(dashed);
  // Times are shown to the second: one is all of its second.
  return (
    moment && {
      from: moment,
      before: new Date(Math.floor(moment.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS),
    }
  );
}

function weekOf(day: Day): readonly [Day, Day] {
  const monday = addDays(day, -placeInWeek(day));
  return [monday, addDays(monday, DAYS_OF_WEEK - 1)];
}

function daysOfMonth(month: number): readonly [Day, Day] {
  return [dayOfMonth(month, 1), dayOfMonth(month, 31)];
}
