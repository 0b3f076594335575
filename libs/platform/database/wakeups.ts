import { Injectable } from '@nestjs/common';
import { Notifications } from './notifications.js';

const WOKEN = 'tollgate_woken';
/**
 * The interval at which waiters poll without a wake-up: a process may die between its commit and its
 * notification.
 */
const MAX_SLEEP_MS = 1_000;

/**
 * Wakes waiters for a commit in every process. NOTIFY is sent after the commit: inside the transaction it
 * would lock the whole database until the commit is on the disk.
 */
@Injectable()
export class Wakeups {
  private readonly sleepers = new Map<string, Set<() => void>>();
  private toTell = new Set<string>();
  private isTelling = false;

  constructor(private readonly notifications: Notifications) {}

  /**
   * Wakes the waiters of `name`; to be called after the commit. Concurrent calls share a NOTIFY. A failed
   * NOTIFY is dropped.
   */
  wake(name: string): void {
    this.toTell.add(name);
    if (!this.isTelling) void this.tell();
  }

  /**
   * Calls `look` at once, on each wake-up of `name` and at least once a second, until it returns a value.
   * Returns `undefined` at the `deadline`, by performance.now(), or when the signal is aborted.
   */
  async until<T>(
    name: string,
    look: () => Promise<T | undefined>,
    deadline: number,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    await this.notifications.listenNow(WOKEN, (woken) => this.hear(woken)).catch(() => undefined);
    for (;;) {
      const sleep = this.fallAsleep(name, deadline, signal);
      try {
        const found = await look();
        if (found !== undefined || performance.now() >= deadline || signal?.aborted) return found;
        await sleep.over;
      } finally {
        sleep.end();
      }
    }
  }

  private hear(name: string): void {
    for (const wake of this.sleepers.get(name) ?? []) wake();
  }

  /** Must be called before `look`, so that a commit during it wakes too. */
  private fallAsleep(
    name: string,
    deadline: number,
    signal: AbortSignal | undefined,
  ): { over: Promise<void>; end: () => void } {
    const sleepers = this.sleepers.get(name) ?? new Set();
    this.sleepers.set(name, sleepers);
    let wake = (): void => undefined;
    const over = new Promise<void>((resolve) => (wake = resolve));
    const timer = setTimeout(wake, Math.max(0, Math.min(MAX_SLEEP_MS, deadline - performance.now())));
    sleepers.add(wake);
    signal?.addEventListener('abort', wake);
    const end = (): void => {
      clearTimeout(timer);
      sleepers.delete(wake);
      signal?.removeEventListener('abort', wake);
      if (sleepers.size === 0) this.sleepers.delete(name);
    };
    return { over, end };
  }

  private async tell(): Promise<void> {
    this.isTelling = true;
    while (this.toTell.size > 0) {
      const names = [...this.toTell];
      this.toTell = new Set();
      // Waiters poll again within a second.
      await this.notifications.tell(WOKEN, names).catch(() => undefined);
    }
    this.isTelling = false;
  }
}
