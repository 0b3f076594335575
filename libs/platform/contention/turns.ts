import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fail } from '#domain/errors.js';

/** How often a change is decided anew because another process was faster. Each time, somebody's change got through. */
const MAX_ROUNDS = 40;
/** The longest pause before another round, in milliseconds: the processes must not go on in step. */
const MAX_PAUSE_MS = 20;
/** How many may wait for their turn at one thing. */
const MAX_WAITING = 1_000;

const CONTENDED = 'too many are changing this at once; try again';

/**
 * Lets those who change the same thing go one after the other in this process, so that only other processes get in between.
 * Without turns, of many at once on one charge some would lose every round.
 */
export class Turns {
  private readonly queues = new Map<string, { waiting: number; last: Promise<unknown> }>();

  /** Like {@link untilWritten}, once all who came before for the same `id` are through. */
  async take<T>(id: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const queue = this.queues.get(id) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting >= MAX_WAITING) return fail('service_unavailable', CONTENDED);
    this.queues.set(id, queue);
    queue.waiting += 1;
    const mine = queue.last.then(() => untilWritten(attempt));
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.queues.delete(id);
    }
  }
}

/**
 * Reads, decides and writes, again and again while `attempt` answers `undefined`: what it had read has moved on, and nothing was
 * written. Throws what `attempt` throws, and `service_unavailable` when it never gets through.
 */
export async function untilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round > 0) await delay(randomInt(MAX_PAUSE_MS));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  return fail('service_unavailable', CONTENDED);
}
