import { Clock } from '#platform/clock/clock.js';
import { until } from '#platform/testing/until.js';
import { RetentionStore } from '#control/retention/retention.store.js';
import { RetentionSweeper } from '#control/retention/retention.sweeper.js';
import type { Gateway } from './harness.js';

const { signal } = new AbortController();

/** A real time after all previous work and before all later work. */
export async function betweenTimes(): Promise<number> {
  const time = Date.now() + 1;
  await until(() => Date.now() > time, 'the clock stands still');
  return time;
}

/** A worker's sweeper at real time `time`. Without `retentionMs` it keeps everything. */
export function sweeperAt(
  { database, settings }: Gateway,
  time: number,
  retentionMs = Infinity,
): RetentionSweeper {
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
