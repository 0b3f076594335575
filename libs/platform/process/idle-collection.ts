import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 5_000;
/** Of the time between two checks. A process at rest is busy for 2 %, and a collection takes as much. */
const IDLE_SHARE = 0.1;

/**
 * Collects garbage once whenever the process has become idle, the first time after the start. V8 keeps what a
 * load has made it allocate, until the next load (docs/decisions/0004-build-and-images.md). A collection takes
 * some 50 ms.
 */
export function collectWhenIdle(checkMs = CHECK_MS): NodeJS.Timeout {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let last = performance.eventLoopUtilization();
  let wasBusy = true;
  const check = (): void => {
    const current = performance.eventLoopUtilization();
    const isBusy = performance.eventLoopUtilization(current, last).utilization > IDLE_SHARE;
    last = current;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  };
  return setInterval(check, checkMs).unref();
}
