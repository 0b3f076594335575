const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });
const FORMATS = {
  today: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }),
  year: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }),
  date: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }),
  older: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
};
/** The two clocks are in step when they differ by less. */
export const IN_STEP_MS = 2_000;

export function timeText(date: Date, now: Date): string {
  if (DAY.format(date) === DAY.format(now)) return FORMATS.today.format(date);
  return (date.getFullYear() === now.getFullYear() ? FORMATS.year : FORMATS.older).format(date);
}

/** `10:23:18.402` today, `24 Nov 10:23:18.402` this year. */
export function exactTime(date: Date, now: Date): string {
  const time = `${FORMATS.today.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
  if (DAY.format(date) === DAY.format(now)) return time;
  return `${(date.getFullYear() === now.getFullYear() ? FORMATS.day : FORMATS.date).format(date)} ${time}`;
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

/** Advancing a clock by an hour takes a second or two, which then is missing. */
const TOLERANCE_MS = 5_000;

/** `9 min`, `1 h`: the largest unit that fits, rounded down. Durations from a minute on are rounded to five seconds first. */
export function durationText(ms: number): string {
  const step = Math.abs(ms) >= 60_000 ? TOLERANCE_MS : 1_000;
  const rounded = Math.round(Math.abs(ms) / step) * step;
  const [unit, size] = UNITS.find(([, each]) => rounded >= each) ?? ['s', 1_000];
  return `${Math.floor(rounded / size)} ${unit}`;
}
