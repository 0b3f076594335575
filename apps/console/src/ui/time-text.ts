const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });
type Format = Intl.DateTimeFormatOptions;
const MINUTES: Format = { hour: '2-digit', minute: '2-digit' };
const SECONDS: Format = { ...MINUTES, second: '2-digit' };
const MILLISECONDS: Format = { ...SECONDS, fractionalSecondDigits: 3 };
const FORMATS = { short: formats(SECONDS, MINUTES), exact: formats(MILLISECONDS, MILLISECONDS) };
/** The two clocks are in step when they differ by less. */
export const IN_STEP_MS = 2_000;

/**
 * `10:23:18` today, `24 Nov, 10:23` this year, `24 Nov 2025, 10:23` before. An exact one has milliseconds
 * each time.
 */
export function timeText(date: Date, now: Date, length: 'short' | 'exact' = 'short'): string {
  const { today, year, older } = FORMATS[length];
  if (DAY.format(date) === DAY.format(now)) return today.format(date);
  return (date.getFullYear() === now.getFullYear() ? year : older).format(date);
}

/** `10:23:18.402` on any day. */
export function clockText(date: Date): string {
  return FORMATS.exact.today.format(date);
}

function formats(today: Format, before: Format): Record<'today' | 'year' | 'older', Intl.DateTimeFormat> {
  const day: Format = { day: 'numeric', month: 'short' };
  return {
    today: new Intl.DateTimeFormat('en-GB', today),
    year: new Intl.DateTimeFormat('en-GB', { ...day, ...before }),
    older: new Intl.DateTimeFormat('en-GB', { ...day, year: 'numeric', ...before }),
  };
}

export function fullTime(at: string): string {
  return FULL.format(new Date(at));
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/**
 * A duration that is 2 % short of a unit counts as that unit: a charge that expires in 7 days does so in 6 d
 * 23 h a moment later.
 */
const TOLERANCE = 1.02;

/** `9 min`, `1 h`: the largest unit that fits, rounded down. */
export function durationText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000) * 1_000;
  const rounded = seconds >= 58_900 ? seconds * TOLERANCE : seconds;
  const [unit, size] = UNITS.find(([, each]) => rounded >= each) ?? ['s', 1_000];
  return `${Math.floor(rounded / size)} ${unit}`;
}

/** `in 9 min`, `2 min ago`. */
export function relativeText(ms: number): string {
  if (Math.abs(ms) < 1_000) return 'now';
  return ms > 0 ? `in ${durationText(ms)}` : `${durationText(ms)} ago`;
}
