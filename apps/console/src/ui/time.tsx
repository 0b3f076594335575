import { useInterval } from '@mantine/hooks';
import { useState, type JSX } from 'react';
import { useSandboxStatus } from './sandbox-status';

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });
const FORMATS = {
  today: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }),
  year: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  older: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
};
/** The two clocks are in step when they differ by less. */
export const IN_STEP_MS = 2_000;

interface TimeProps {
  /** In the sandbox's time. */
  readonly at: string;
  /** The same moment in the machine's time. */
  readonly machineAt?: string | undefined;
  /** With milliseconds, as inspectors show it. */
  readonly isExact?: boolean;
}

/** A moment in the sandbox's time and the reader's time zone: `10:23:18` today, `24 Nov, 10:23` this year. The title has both clocks in full. */
export function Time({ at, machineAt, isExact = false }: TimeProps): JSX.Element {
  const now = useSandboxNow();
  const date = new Date(at);
  const isMoved = machineAt !== undefined && Math.abs(Date.parse(at) - Date.parse(machineAt)) > IN_STEP_MS;
  const full = FULL.format(date);
  const title = isMoved ? `${full} in the sandbox\n${FULL.format(new Date(machineAt))} on your machine\n${at}` : `${full}\n${at}`;
  const text = isExact ? `${FORMATS.today.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}` : timeText(date, now());
  return (
    <time dateTime={at} title={title} className="numbers whole">
      {text}
    </time>
  );
}

export function timeText(date: Date, now: Date): string {
  if (DAY.format(date) === DAY.format(now)) return FORMATS.today.format(date);
  return (date.getFullYear() === now.getFullYear() ? FORMATS.year : FORMATS.older).format(date);
}

export function fullTime(at: string): string {
  return FULL.format(new Date(at));
}

/** Reads the sandbox's present time, which goes on between two reads of its clock. */
export function useSandboxNow(): () => Date {
  const clock = useSandboxStatus()?.clock;
  return () => (clock?.frozen ? new Date(clock.now) : new Date(Date.now() + (clock?.offset_ms ?? 0)));
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

/** How far a moment of the sandbox's time is from now: `in 9 min`, `2 min ago`. */
export function Relative({ at }: { readonly at: string }): JSX.Element {
  const now = useSandboxNow();
  const [, tick] = useState(0);
  useInterval(() => tick((count) => count + 1), 1_000, { autoInvoke: true });
  const ms = Date.parse(at) - now().getTime();
  return (
    <time dateTime={at} title={`${fullTime(at)}\n${at}`} className="numbers whole">
      {Math.abs(ms) < 1_000 ? 'now' : ms > 0 ? `in ${durationText(ms)}` : `${durationText(ms)} ago`}
    </time>
  );
}
