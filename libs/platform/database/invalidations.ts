import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Log } from '../logging/log.js';
import { waitAtMost } from '../process/timeout.js';
import { Notifications } from './notifications.js';

/** The time that a process may use a cached row after reading it. */
export const LEASE_MS = 1_000;

const INVALIDATED = 'tollgate_invalidated';
const ACKNOWLEDGED = 'tollgate_acknowledged';

/** A cache of rows that other processes may change. */
export interface Memory {
  forget(names: readonly string[]): void;
  forgetAll(): void;
}

interface Announcement {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * Invalidates cached rows in every process, and waits for the acknowledgements. A process that cannot receive
 * invalidations caches nothing, and need not acknowledge. The wait for any other process ends with its lease
 * (docs/decisions/0017-epochs-and-snapshots.md).
 */
@Injectable()
export class Invalidations {
  private readonly memories: Memory[] = [];
  /** By the id of an announcement: called with each process that acknowledges it. */
  private readonly waiting = new Map<string, (pid: number) => void>();
  /** Announcements that this process need not act on. */
  private readonly known = new Set<string>();
  private toAcknowledge: string[] = [];

  constructor(
    private readonly notifications: Notifications,
    private readonly log: Log,
  ) {
    notifications.listen(INVALIDATED, (payload) => this.hear(JSON.parse(payload) as Announcement));
    notifications.whenLost(() => {
      for (const memory of this.memories) memory.forgetAll();
    });
  }

  /** True if this process receives invalidations. Otherwise it must not cache. */
  get isListening(): boolean {
    return this.notifications.pid !== undefined;
  }

  subscribe(memory: Memory): void {
    this.memories.push(memory);
  }

  /**
   * Invalidates these names in every process; to be called after the commit of their rows. Later requests to
   * any process then see the new rows. Resolves when all have acknowledged it, at the latest after {@link
   * LEASE_MS}. `isKnownHere`: the cache of this process is up to date.
   */
  async announce(names: readonly string[], { isKnownHere = false } = {}): Promise<void> {
    const id = randomUUID();
    if (isKnownHere) this.known.add(id);
    const heard = new Set<number>();
    let expected: ReadonlySet<number> | undefined;
    let resolve = (): void => undefined;
    const all = new Promise<void>((done) => (resolve = done));
    const check = (): void => {
      if (expected && [...expected].every((pid) => heard.has(pid))) resolve();
    };
    this.waiting.set(id, (pid) => {
      heard.add(pid);
      check();
    });
    const lease = waitAtMost(LEASE_MS, all);
    this.send({ id, names })
      .then((pids) => (expected = pids))
      .then(check)
      // Other processes see the change when their leases end.
      .catch((error: unknown) =>
        this.log.warn('notifying other processes of a change failed', { reason: (error as Error).message }),
      );
    await lease;
    this.waiting.delete(id);
    this.known.delete(id);
  }

  /** Announces the names, and returns the processes that will receive it. */
  private async send(announcement: Announcement): Promise<ReadonlySet<number>> {
    await this.notifications.listenNow(ACKNOWLEDGED, (payload) => {
      const [id = '', pid] = payload.split(' ');
      this.waiting.get(id)?.(Number(pid));
    });
    return this.notifications.tellAll(INVALIDATED, JSON.stringify(announcement));
  }

  private hear({ id, names }: Announcement): void {
    if (!this.known.has(id)) for (const memory of this.memories) memory.forget(names);
    this.toAcknowledge.push(`${id} ${this.notifications.pid}`);
    if (this.toAcknowledge.length === 1) void this.acknowledge();
  }

  /** Acknowledges everything received since the last acknowledgement at once. */
  private async acknowledge(): Promise<void> {
    try {
      while (this.toAcknowledge.length > 0) {
        const heard = [...this.toAcknowledge];
        await this.notifications.tell(ACKNOWLEDGED, heard);
        this.toAcknowledge = this.toAcknowledge.slice(heard.length);
      }
    } catch {
      // The connection has ended. The announcing process waits until the lease has run out.
      this.toAcknowledge = [];
    }
  }
}
