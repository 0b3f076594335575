import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError } from '#kernel/errors.js';
import { SingleFlight } from '#platform/contention/single-flight.js';
import { Invalidations } from '#platform/database/invalidations.js';
import type { Account } from '../accounts/account.js';
import { PollPlaces } from '../long-poll/poll-places.js';
import { FaultStore } from './fault.store.js';

interface Delayed {
  readonly faultId: string;
  readonly end: () => void;
}

const tooMany = (most: number): string =>
  `faults already delay ${most} requests of this sandbox; end some of them, or DELETE the fault on the control host`;

/** Delays requests for faults. The requests that one sandbox may have delayed at once are limited. */
@Injectable()
export class FaultDelays {
  /** By the id of the account. */
  private readonly delayed = new Map<string, Set<Delayed>>();
  private readonly reviews = new SingleFlight<void>();

  constructor(
    private readonly store: FaultStore,
    private readonly places: PollPlaces,
    invalidations: Invalidations,
  ) {
    invalidations.subscribe({
      forget: (names) => names.forEach((name) => this.review(name)),
      forgetAll: () => [...this.delayed.keys()].forEach((id) => this.review(id)),
    });
  }

  /**
   * Resolves after `ms`, or once the fault is removed, its sandbox is reset, or `ending` is aborted. Throws
   * `service_unavailable` when too many are delayed.
   */
  wait({ id }: Pick<Account, 'id'>, faultId: string, ms: number, ending: AbortSignal): Promise<void> {
    return this.within({ id }, async () => {
      const removed = new AbortController();
      const one = { faultId, end: () => removed.abort() };
      this.add(id, one);
      ending.addEventListener('abort', one.end);
      if (ending.aborted) one.end();
      // The fault may have been removed before this process knew of the delay.
      this.review(id);
      await delay(ms, undefined, { signal: removed.signal }).catch(() => undefined);
      ending.removeEventListener('abort', one.end);
      this.remove(id, one);
    });
  }

  /**
   * Does `work`, which waits because of a fault, as one of the sandbox's delayed requests. Throws as {@link
   * wait}.
   */
  within<T>({ id }: Pick<Account, 'id'>, work: () => Promise<T>): Promise<T> {
    return this.places.hold(id, tooMany, work);
  }

  private add(accountId: string, one: Delayed): void {
    const own = this.delayed.get(accountId) ?? new Set();
    this.delayed.set(accountId, own.add(one));
  }

  private remove(accountId: string, one: Delayed): void {
    const own = this.delayed.get(accountId);
    own?.delete(one);
    if (own?.size === 0) this.delayed.delete(accountId);
  }

  /** Ends the delays of removed faults. Without a database, delays run to their end. */
  private review(accountId: string): void {
    if (!this.delayed.has(accountId)) return;
    const review = async (): Promise<void> => {
      const ids = await this.store.idsOf(accountId);
      for (const one of this.delayed.get(accountId) ?? []) if (!ids.has(one.faultId)) one.end();
    };
    void this.reviews.run(accountId, review).catch(() => undefined);
  }
}

/**
 * Skips a delay that found no place, once the work is done: the client would repeat a request that failed
 * with 503.
 */
export function skipIfFull(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'service_unavailable')) throw error;
}
