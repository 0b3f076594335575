import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Counter } from 'prom-client';
import { fail } from '#domain/errors.js';
import { Semaphore } from './semaphore.js';
import type { Metrics } from '../metrics/metrics.js';

/** How often an attempt is repeated because another process was faster. Each time, somebody's change got through. */
const MAX_ATTEMPTS = 40;
/** The longest pause before the next attempt: the processes must not go on in step. */
const MAX_PAUSE_MS = 20;
/** How many may hold or wait for one key, and how long each may wait: whoever holds it may be held up for long. */
const MAX_AT_ONCE = 1_000;
const MAX_WAIT_MS = 5_000;

/**
 * A mutex for each key, in this process: those who change the same row go one after the other, so that only another process can be faster.
 * Without it, of many at once on one charge some would lose every attempt.
 */
export class KeyedMutex {
  private readonly mutexes = new Map<string, Semaphore>();
  private readonly refused: Counter<'object'>;

  /** `object` is what the keys are ids of, as metrics call it. */
  constructor(
    private readonly object: string,
    metrics: Metrics,
  ) {
    const { part } = metrics;
    this.refused = metrics.counter('tollgate_mutex_refused_total', 'Changes refused because too many wanted the same row.', ['object']);
    this.refused.inc({ object }, 0);
    const waiting = metrics.gauge('tollgate_mutex_waiting', 'Changes that wait for another of the same row.', ['part', 'object']);
    metrics.readBefore([waiting], () => waiting.set({ part, object }, this.waitingCount()));
  }

  /** Like {@link retryConflicts}, while nobody else does so for the same key. Throws `service_unavailable` when too many want to. */
  async run<T>(key: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const mutex = this.mutexes.get(key) ?? new Semaphore(1, MAX_WAIT_MS);
    if (mutex.waitingCount >= MAX_AT_ONCE - 1) return this.refuse();
    this.mutexes.set(key, mutex);
    const refuse = (): never => this.refuse();
    try {
      return await mutex.run(() => retryConflicts(attempt, refuse), refuse);
    } finally {
      if (mutex.isIdle) this.mutexes.delete(key);
    }
  }

  private refuse(): never {
    this.refused.inc({ object: this.object });
    return failOfContention();
  }

  private waitingCount(): number {
    return [...this.mutexes.values()].reduce((sum, mutex) => sum + mutex.waitingCount, 0);
  }
}

/**
 * Repeats `attempt` as long as it answers `undefined`: it read, decided, and wrote nothing, because a row had another version by then. Throws
 * what `attempt` throws, and what `giveUp` throws, by default `service_unavailable`, when it never gets through.
 */
export async function retryConflicts<T>(attempt: () => Promise<T | undefined>, giveUp: () => never = failOfContention): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    if (attempts > 0) await delay(randomInt(MAX_PAUSE_MS));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  return giveUp();
}

function failOfContention(): never {
  return fail('service_unavailable', 'too many are changing this at once; try again');
}
