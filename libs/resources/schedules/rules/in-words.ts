import { joinSentence } from '#kernel/errors.js';
import { WEEKDAYS } from '#kernel/calendar.js';
import { partsOf, type Recurrence } from './recurrence.js';

const ENDINGS = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/**
 * A schedule as an English sentence, as recorded: `Every 1 month(s) on the 2nd Monday` (docs/fidelity.md
 * SC4).
 */
export function inWords({ every, period, on }: Pick<Recurrence, 'every' | 'period' | 'on'>): string {
  const { weekdays = [], days_of_month: days = [], weekday_of_month: place } = on;
  const parts = [`Every ${every} ${period}(s)`];
  if (weekdays.length > 0)
    parts.push(
      `on ${joinSentence(WEEKDAYS.filter((weekday) => weekdays.includes(weekday)).map(capitalized))}`,
    );
  if (days.length > 0) parts.push(`on the ${joinSentence(days.toSorted((a, b) => a - b).map(ordinal))}`);
  if (place !== undefined)
    parts.push(`on the ${partsOf(place).place} ${capitalized(partsOf(place).weekday)}`);
  return parts.join(' ');
}

function ordinal(number: number): string {
  return `${number}${ENDINGS.get(ORDINALS.select(number)) ?? 'th'}`;
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
