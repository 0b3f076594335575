import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import type { Language } from './texts/texts.js';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const;

/** `6 days 23 hours`, `9 分 58 秒`: the two largest units, as the language writes them. */
export function formatDuration(ms: number, language: Language): string {
  const found = UNITS.findIndex(([, unitMs]) => ms >= unitMs);
  const largest = found < 0 ? UNITS.length - 1 : found;
  const shown = UNITS.slice(largest, largest + 2);
  let rest = ms;
  const parts = shown.map(([unit, unitMs]) => {
    const count = Math.floor(rest / unitMs);
    rest %= unitMs;
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  });
  return parts.join(' ');
}
