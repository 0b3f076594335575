const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });
const FORMATS = {
  today: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }),
  year: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  older: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
};
/** The two clocks are in step when they differ by less. */
export const IN_STEP_MS = 2_000;

export function timeText(date: Date, now: Date): string {
  if (DAY.format(date) === DAY.format(now)) return FORMATS.today.format(date);
  return (date.getFullYear() === now.getFullYear() ? FORMATS.year : FORMATS.older).format(date);
}

/** `10:23:18.402`. */
export function exactTime(date: Date): string {
  return `${FORMATS.today.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
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

/** `9 min`, `1 h`: the largest unit that fits, rounded down. */
export function durationText(ms: number): string {
  const rounded = Math.round(Math.abs(ms) / 1_000) * 1_000;
  const [unit, size] = UNITS.find(([, each]) => rounded >= each) ?? ['s', 1_000];
  return `${Math.floor(rounded / size)} ${unit}`;
}
