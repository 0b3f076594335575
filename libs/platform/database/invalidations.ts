import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Log } from '../logging/log.js';
import { waitAtMost } from '../process/timeout.js';
import { Notifications } from './notifications.js';

/** The longest that a process goes on with what it remembers, counted from when it asked for it. */
export const LEASE_MS = 1_000;

const INVALIDATED = 'tollgate_invalidated';
const ACKNOWLEDGED = 'tollgate_acknowledged';

/** Whoever remembers rows that other processes may change. */
export interface Memory {
  forget(names: readonly string[]): void;
  forgetAll(): void;
}

interface Announcement {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * Tells every process which remembered rows have changed, and hears when they have dropped them. One that does not hear of it remembers nothing,
 * so that nobody need wait for it; one that does not answer is waited for as long as its lease runs (docs/decisions/0017-epochs.md).
 */
@Injectable()
export class Invalidations {
  private readonly memories: Memory[] = [];
  /** By the id of an announcement: hears of each process that has heard of it. */
  private readonly waiting = new Map<string, (pid: number) => void>();
  /** Announcements of what this process knows already. */
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

  /** Whether this process hears of what others change. Only then may it remember anything. */
  get isListening(): boolean {
    return this.notifications.pid !== undefined;
  }

  subscribe(memory: Memory): void {
    this.memories.push(memory);
  }

  /**
   * Has every process forget these names. To be called once their rows are committed: what is asked for afterwards, in whatever process, is
   * answered with what they are now. Resolves when all have acknowledged it, at the latest after {@link LEASE_MS}. `isKnownHere`: what this
   * process remembers of them is right already.
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
      // Nobody has been told. They find out for themselves when their leases have run out.
      .catch((error: unknown) => this.log.warn('what was changed could not be announced', { reason: (error as Error).message }));
    await lease;
    this.waiting.delete(id);
    this.known.delete(id);
  }

  /** The processes that will hear it. Whoever announces nothing hears of no acknowledgement either. */
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

  /** All that were heard of while the last ones were acknowledged, together. */
  private async acknowledge(): Promise<void> {
    try {
      while (this.toAcknowledge.length > 0) {
        const heard = [...this.toAcknowledge];
        await this.notifications.tell(ACKNOWLEDGED, heard);
        this.toAcknowledge = this.toAcknowledge.slice(heard.length);
      }
    } catch {
      // The connection is over. Whoever waits does so until the lease has run out.
      this.toAcknowledge = [];
    }
  }
}
