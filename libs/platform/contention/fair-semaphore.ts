import { Semaphore } from './semaphore.js';

/**
 * A {@link Semaphore} of which one owner holds at most `permitsOfOne`, so that it never takes the permits of
 * all others. Each caller waits `maxWaitMs` at most for its owner's permits, and as long for those of all.
 */
export class FairSemaphore {
  private readonly all: Semaphore;
  private readonly owners = new Map<string, Semaphore>();

  constructor(
    permits: number,
    private readonly permitsOfOne: number,
    private readonly maxWaitMs: number,
  ) {
    this.all = new Semaphore(permits, maxWaitMs);
  }

  /** Throws what `onTimeout` throws when no permit was free in time. */
  async run<T>(owner: string, work: () => Promise<T>, onTimeout: () => never): Promise<T> {
    const own = this.owners.get(owner) ?? new Semaphore(this.permitsOfOne, this.maxWaitMs);
    this.owners.set(owner, own);
    try {
      return await own.run(() => this.all.run(work, onTimeout), onTimeout);
    } finally {
      if (own.isIdle) this.owners.delete(owner);
    }
  }
}
