import { Injectable } from '@nestjs/common';
import { Notifications } from './notifications.js';

const WOKEN = 'tollgate_woken';
/** Whoever waits looks again after this long, also if nobody wakes them: a process may die between its commit and its telling. */
const MAX_SLEEP_MS = 1_000;

/**
 * Wakes whoever waits for something to be committed, in whatever process. To wake is not part of the commit: a NOTIFY in a transaction
 * takes a lock of the whole database until it is on the disk.
 */
@Injectable()
export class Wakeups {
  private readonly sleepers = new Map<string, Set<() => void>>();
  private toTell = new Set<string>();
  private isTelling = false;

  constructor(private readonly notifications: Notifications) {}

  /** To be called once what `name` is about is committed. Those that come while others are told are told together; what cannot be told is lost. */
  wake(name: string): void {
    this.toTell.add(name);
    if (!this.isTelling) void this.tell();
  }

  /**
   * Calls `look` until it answers something: at once, whenever `name` was woken, and at least once a second. Answers `undefined` when
   * `deadline`, of performance.now(), or the end of the caller comes first.
   */
  async until<T>(name: string, look: () => Promise<T | undefined>, deadline: number, signal?: AbortSignal): Promise<T | undefined> {
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

  /** Begins before the look: what is committed meanwhile wakes too. */
  private fallAsleep(name: string, deadline: number, signal: AbortSignal | undefined): { over: Promise<void>; end: () => void } {
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
      // Whoever waits looks again in a second.
      await this.notifications.tell(WOKEN, names).catch(() => undefined);
    }
    this.isTelling = false;
  }
}
