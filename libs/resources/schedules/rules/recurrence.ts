import {
  addDays,
  dayOfMonth,
  daysFrom,
  monthOf,
  placeInWeek,
  weekdayOfMonth,
  WEEKDAYS,
  type Day,
  type Month,
  type Weekday,
} from '#kernel/calendar.js';

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The places that a weekday may have in a month; the last one counts from its end. */
export const PLACES = { '1st': 1, '2nd': 2, '3rd': 3, '4th': 4, last: -1 } as const;
export type WeekdayOfMonth = `${keyof typeof PLACES}_${Weekday}`;

/** Days of a period, in the API's words; empty if the period is a day. */
export interface On {
  /** @example ["monday", "friday"] */
  readonly weekdays?: readonly Weekday[];
  /** @example [1, 15] */
  readonly days_of_month?: readonly number[];
  /** @example "last_friday" */
  readonly weekday_of_month?: WeekdayOfMonth;
}

/** Which days a schedule falls on. */
export interface Recurrence {
  /** In every how many periods, counted from the one that `startOn` lies in. */
  readonly every: number;
  readonly period: Period;
  readonly on: On;
  readonly startOn: Day;
  readonly endOn: Day;
}

const DAYS_OF_WEEK = WEEKDAYS.length;

/**
 * The first day of a schedule after another day, or from its start; `null` if none is left before its end.
 */
export function nextDay(recurrence: Recurrence, after: Day | null): Day | null {
  const { startOn, endOn } = recurrence;
  const from = after !== null && after >= startOn ? addDays(after, 1) : startOn;
  const next = NEXT[recurrence.period](recurrence, from);
  return next <= endOn ? next : null;
}

/** The days after that one, so many at most. */
export function nextDays(recurrence: Recurrence, after: Day | null, limit: number): Day[] {
  const days: Day[] = [];
  for (
    let day = nextDay(recurrence, after);
    day !== null && days.length < limit;
    day = nextDay(recurrence, day)
  )
    days.push(day);
  return days;
}

/** The weekday of a `2nd_monday`, and its place in the month. */
export function partsOf(on: WeekdayOfMonth): { weekday: Weekday; place: keyof typeof PLACES } {
  const [place, weekday] = on.split('_') as [keyof typeof PLACES, Weekday];
  return { weekday, place };
}

/** The first day from `from` on, by period; the end of the schedule is not looked at. */
const NEXT: Readonly<Record<Period, (recurrence: Recurrence, from: Day) => Day>> = {
  day: ({ every, startOn }, from) => addDays(startOn, Math.ceil(daysFrom(startOn, from) / every) * every),
  week: ({ every, startOn, on: { weekdays = [] } }, from) => {
    const begin = addDays(startOn, -placeInWeek(startOn));
    const daysOf = (week: number): Day[] =>
      weekdays.map((weekday) => addDays(begin, week * DAYS_OF_WEEK + WEEKDAYS.indexOf(weekday)));
    return firstOf(Math.floor(daysFrom(begin, from) / DAYS_OF_WEEK), every, daysOf, from);
  },
  month: ({ every, startOn, on }, from) => {
    const begin = monthOf(startOn);
    return firstOf(monthOf(from) - begin, every, (month) => daysIn(begin + month, on), from);
  },
};

/**
 * Of every so-manieth period, from the one that `from` lies in: the first day that is not before `from`. Each
 * period has a day at least.
 */
function firstOf(present: number, every: number, daysOf: (period: number) => Day[], from: Day): Day {
  for (let period = Math.ceil(present / every) * every; ; period += every) {
    const [first] = daysOf(period)
      .filter((day) => day >= from)
      .toSorted();
    if (first !== undefined) return first;
  }
}

function daysIn(month: Month, { days_of_month: numbers = [], weekday_of_month: place }: On): Day[] {
  if (place === undefined) return numbers.map((number) => dayOfMonth(month, number));
  const parts = partsOf(place);
  return [weekdayOfMonth(month, parts.weekday, PLACES[parts.place])];
}
