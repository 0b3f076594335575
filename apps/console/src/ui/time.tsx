import { useInterval } from '@mantine/hooks';
import { useCallback, useState, type JSX } from 'react';
import { useSandboxStatus } from './sandbox-status';
import { clockText, fullTime, IN_STEP_MS, relativeText, timeText } from './time-text';

interface TimeProps {
  /** In the sandbox's time. */
  readonly at: string;
  /** The same moment in the machine's time. */
  readonly machineAt?: string | undefined;
  /** With milliseconds, as inspectors show it. */
  readonly isExact?: boolean;
  /** With milliseconds and without the day, where the page shows that elsewhere. */
  readonly isClock?: boolean;
}

/**
 * A moment in the sandbox's time and the reader's time zone: `10:23:18` today, `24 Nov, 10:23` this year. The
 * title has both clocks in full.
 */
export function Time({ at, machineAt, isExact = false, isClock = false }: TimeProps): JSX.Element {
  const now = useSandboxNow();
  const isMoved = machineAt !== undefined && Math.abs(Date.parse(at) - Date.parse(machineAt)) > IN_STEP_MS;
  const full = fullTime(at);
  const title = isMoved
    ? `${full} in the sandbox\n${fullTime(machineAt)} on your machine\n${at}`
    : `${full}\n${at}`;
  const text = isClock ? clockText(new Date(at)) : timeText(new Date(at), now(), isExact ? 'exact' : 'short');
  return (
    <time dateTime={at} title={title} className={isExact && !isClock ? 'numbers' : 'numbers whole'}>
      {text}
    </time>
  );
}

/** Reads the sandbox's present time, which goes on between two reads of its clock. */
export function useSandboxNow(): () => Date {
  const clock = useSandboxStatus()?.clock;
  return useCallback(
    () => (clock?.frozen ? new Date(clock.now) : new Date(Date.now() + (clock?.offset_ms ?? 0))),
    [clock],
  );
}

/** Renders again each second. */
export function useTick(): void {
  const [, tick] = useState(0);
  useInterval(() => tick((count) => count + 1), 1_000, { autoInvoke: true });
}

/** A moment of the sandbox's time, relative to now: `in 9 min`, `2 min ago`. */
export function Relative({ at }: { readonly at: string }): JSX.Element {
  const now = useSandboxNow();
  useTick();
  return (
    <time dateTime={at} title={`${fullTime(at)}\n${at}`} className="numbers whole">
      {relativeText(Date.parse(at) - now().getTime())}
    </time>
  );
}
