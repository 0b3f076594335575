import { RetentionStore } from '#gateway/retention/retention.store.js';
import { RetentionSweeper } from '#gateway/retention/retention.sweeper.js';
import { Clock } from '#platform/clock/clock.js';
import { until } from '../../rig/until.js';
import type { Gateway } from './harness.js';

const { signal } = new AbortController();

/** A moment of the machine's clock that is later than all that was done, and earlier than all that will be. */
export async function betweenTimes(): Promise<number> {
  const time = Date.now() + 1;
  await until(() => Date.now() > time, 'the clock stands still');
  return time;
}

/** What a worker would remove whose machine's clock is at `time`. The installation keeps all unless `retentionMs` is given. */
export function sweeperAt({ database, settings }: Gateway, time: number, retentionMs = Infinity): RetentionSweeper {
  const clock = Object.assign(new Clock(), { machineNow: () => new Date(time) });
  return new RetentionSweeper(new RetentionStore(database, clock), { ...settings, retentionMs });
}

/** Has it go through all tables once. Answers how many rows it removed. */
export async function sweepThrough(sweeper: RetentionSweeper): Promise<number> {
  let removed = 0;
  do removed += await sweeper.sweep(signal);
  while (sweeper['ahead'].length > 0);
  return removed;
}
