import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Counter } from 'prom-client';
import { fail } from '#kernel/errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { Semaphore } from './semaphore.js';

/** Retries after a conflict with another process. Each conflict means that another change was committed. */
const MAX_ATTEMPTS = 40;
/** The longest random pause before the next attempt, so that processes do not retry in lockstep. */
const MAX_PAUSE_MS = 20;
/** The most callers that hold or wait for one key, and how long each may wait. */
const MAX_AT_ONCE = 1_000;
const MAX_WAIT_MS = 5_000;

/**
 * A mutex for each key, within this process. Changes of the same row run one at a time, so that only other
 * processes cause conflicts. Without it, some of many concurrent changes of one charge would lose every
 * attempt.
 */
export class KeyedMutex {
  private readonly mutexes = new Map<string, Semaphore>();
  private readonly refused: Counter<'object'>;

  /** `object` is the label for metrics: the kind of object that the keys are ids of. */
  constructor(
    private readonly object: string,
    metrics: Metrics,
  ) {
    const { part } = metrics;
    this.refused = metrics.counter(
      'tollgate_mutex_refused_total',
      'Changes rejected because too many wait for the same object.',
      ['object'],
    );
    this.refused.inc({ object }, 0);
    const waiting = metrics.gauge(
      'tollgate_mutex_waiting',
      'Changes waiting for another change of the same object.',
      ['part', 'object'],
    );
    metrics.readBefore([waiting], () => waiting.set({ part, object }, this.waitingCount()));
  }

  /**
   * Like {@link retryConflicts}, one caller per key at a time. Throws `service_unavailable` when too many
   * wait.
   */
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
    return throwContention();
  }

  private waitingCount(): number {
    return [...this.mutexes.values()].reduce((sum, mutex) => sum + mutex.waitingCount, 0);
  }
}

/**
 * Repeats `attempt` while it answers `undefined`, which means that a row had another version and nothing was
 * written. Throws what `attempt` throws. After
 * {@link MAX_ATTEMPTS} it calls `giveUp`, which throws `service_unavailable` by default.
 */
export async function retryConflicts<T>(
  attempt: () => Promise<T | undefined>,
  giveUp: () => never = throwContention,
): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    if (attempts > 0) await delay(randomInt(MAX_PAUSE_MS));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  return giveUp();
}

function throwContention(): never {
  return fail('service_unavailable', 'too many concurrent changes; retry');
}
