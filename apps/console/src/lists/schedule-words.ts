import { ordinal } from '../ui/words';

export interface Recurrence {
  readonly every: number;
  readonly period: string;
  /** As `on` of the API. */
  readonly days: object;
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** "Every month on the 1st", "Every 2 weeks on Monday and Friday", "Every Monday", "Every day". */
export function everyText({ every, period, days }: Recurrence): string {
  const {
    weekdays = [],
    days_of_month: dates = [],
    weekday_of_month: place,
  } = days as {
    readonly weekdays?: readonly string[];
    readonly days_of_month?: readonly number[];
    readonly weekday_of_month?: string;
  };
  const names = LIST.format(WEEK.filter((day) => weekdays.includes(day)).map(capitalized));
  if (every === 1 && names !== '') return `Every ${names}`;
  const often = every === 1 ? `Every ${period}` : `Every ${every} ${period}s`;
  if (names !== '') return `${often} on ${names}`;
  if (dates.length > 0) return `${often} on the ${LIST.format(dates.toSorted((a, b) => a - b).map(ordinal))}`;
  // `2nd_monday`, `last_friday`.
  const [which, weekday] = place?.split('_') ?? [];
  return which && weekday ? `${often} on the ${which} ${capitalized(weekday)}` : often;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
