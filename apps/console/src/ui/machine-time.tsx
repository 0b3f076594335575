import type { JSX } from 'react';
import { useTick } from './time';
import { fullTime, relativeText } from './time-text';

/** A moment in the machine's time, relative to now: `in 9 min`. The sandbox's clock does not move it. */
export function MachineTime({ at }: { readonly at: string }): JSX.Element {
  useTick();
  return (
    <time dateTime={at} title={`${fullTime(at)} on your machine\n${at}`} className="numbers whole">
      {relativeText(Date.parse(at) - Date.now())}
    </time>
  );
}
