import { useInterval } from '@mantine/hooks';
import { useState, type JSX } from 'react';
import { durationText, fullTime } from '../ui/time-text';

/** A moment in the machine's time, relative to now: `in 9 min`. The sandbox's clock does not move it. */
export function MachineTime({ at }: { readonly at: string }): JSX.Element {
  const [, tick] = useState(0);
  useInterval(() => tick((count) => count + 1), 1_000, { autoInvoke: true });
  const ms = Date.parse(at) - Date.now();
  return (
    <time dateTime={at} title={`${fullTime(at)} on your machine\n${at}`} className="numbers whole">
      {Math.abs(ms) < 1_000 ? 'now' : ms > 0 ? `in ${durationText(ms)}` : `${durationText(ms)} ago`}
    </time>
  );
}
