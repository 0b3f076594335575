import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { Wakeups } from '#platform/database/wakeups.js';
import type { Account } from './account.js';
import { AccountDirectory } from './account-directory.js';

/**
 * The shortest time that an account stays marked as watched, so that repeated waits do not mark it each time.
 */
const WATCH_MS = 60_000;

/**
 * Waits for commits of an account, in every process. An account that nobody waits for costs nothing: the mark
 * that it is watched is cached with the account, and without it no commit is announced.
 */
@Injectable()
export class AccountWatch {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly invalidations: Invalidations,
    private readonly wakeups: Wakeups,
    private readonly clock: Clock,
  ) {}

  /** To be called when something was committed for the account. */
  written({ id, watchedUntil }: Pick<Account, 'id' | 'watchedUntil'>): void {
    if (watchedUntil !== null && watchedUntil > this.clock.machineNow()) this.wakeups.wake(id);
  }

  /** The same by id. Never rejects: waiters poll again within a second. */
  async writtenFor(accountId: string): Promise<void> {
    const account = await this.directory.find(accountId).catch(() => undefined);
    if (account) this.written(account);
  }

  /**
   * Calls `look` now and whenever something was written for the account, until it answers something. Answers
   * `undefined` after `waitMs` of the machine's time, or when the caller has gone. Throws
   * `service_unavailable` when the account is closed.
   */
  async until<T>(
    accountId: string,
    look: () => Promise<T | undefined>,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const deadline = performance.now() + waitMs;
    await this.watch(accountId, waitMs);
    return this.wakeups.until(accountId, look, deadline, signal);
  }

  /** Resolves when every process knows of the wait. */
  private async watch(accountId: string, waitMs: number): Promise<void> {
    const account = await this.directory.get(accountId);
    const now = this.clock.machineNow().getTime();
    const until = new Date(now + waitMs + WATCH_MS);
    if (account.watchedUntil !== null && account.watchedUntil.getTime() >= now + waitMs) return;
    await this.database.account.updateMany({
      where: { id: accountId, OR: [{ watchedUntil: null }, { watchedUntil: { lt: until } }] },
      data: { watchedUntil: until },
    });
    await this.invalidations.announce([accountId]);
  }
}
