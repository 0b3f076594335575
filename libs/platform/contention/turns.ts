import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Counter } from 'prom-client';
import { fail } from '#domain/errors.js';
import { Slots } from './slots.js';
import type { Metrics } from '../metrics/metrics.js';

/** How often a change is decided anew because another process was faster. Each time, somebody's change got through. */
const MAX_ROUNDS = 40;
/** The longest pause before another round, in milliseconds: the processes must not go on in step. */
const MAX_PAUSE_MS = 20;
/** How many may want the same thing at once, and how long one may wait for its turn: whoever is at it may be held up for long. */
const MAX_AT_ONCE = 1_000;
const MAX_WAIT_MS = 5_000;

/**
 * Lets those who change the same thing go one after the other in this process, so that only other processes get in between.
 * Without turns, of many at once on one charge some would lose every round.
 */
export class Turns {
  private readonly queues = new Map<string, Slots>();
  private readonly refused: Counter<'thing'>;

  /** `thing` is what they change, as metrics call it. */
  constructor(
    private readonly thing: string,
    metrics: Metrics,
  ) {
    const { part } = metrics;
    this.refused = metrics.counter('tollgate_turns_refused_total', 'Changes refused because too many wanted the same row.', ['thing']);
    this.refused.inc({ thing }, 0);
    const waiting = metrics.gauge('tollgate_turns_waiting', 'Changes that wait for another of the same row.', ['part', 'thing']);
    metrics.readBefore([waiting], () => waiting.set({ part, thing }, this.behindOthers()));
  }

  /** Like {@link untilWritten}, once all who came before for the same `id` are through. */
  async take<T>(id: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const queue = this.queues.get(id) ?? new Slots(1, MAX_WAIT_MS);
    if (queue.waitingCount >= MAX_AT_ONCE - 1) return this.refuse();
    this.queues.set(id, queue);
    const sendAway = (): never => this.refuse();
    try {
      return await queue.use(() => untilWritten(attempt, sendAway), sendAway);
    } finally {
      if (queue.isUnused) this.queues.delete(id);
    }
  }

  private refuse(): never {
    this.refused.inc({ thing: this.thing });
    return refuse();
  }

  private behindOthers(): number {
    return [...this.queues.values()].reduce((sum, { waitingCount }) => sum + waitingCount, 0);
  }
}

/**
 * Reads, decides and writes, again and again while `attempt` answers `undefined`: what it had read has moved on, and nothing was
 * written. Throws what `attempt` throws, and `service_unavailable` when it never gets through.
 */
export async function untilWritten<T>(attempt: () => Promise<T | undefined>, giveUp: () => never = refuse): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round > 0) await delay(randomInt(MAX_PAUSE_MS));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  return giveUp();
}

function refuse(): never {
  return fail('service_unavailable', 'too many are changing this at once; try again');
}
