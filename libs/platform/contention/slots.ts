/** Lets `count` callers at a time through; the others wait in the order in which they came, each at most `maxWaitMs`. */
export class Slots {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly count: number,
    private readonly maxWaitMs: number,
  ) {
    this.free = count;
  }

  /** How many wait. */
  get waitingCount(): number {
    return this.waiting.size;
  }

  /** Whether nobody is in, and so nobody waits. */
  get isUnused(): boolean {
    return this.free === this.count;
  }

  /**
   * Runs `work` once a slot is free, and tells it how much is left of the time to wait; answers with what `onImpatience` throws when none
   * became free in time.
   */
  async use<T>(work: (leftMs: number) => Promise<T>, onImpatience: () => never): Promise<T> {
    const began = performance.now();
    if (!(await this.take())) onImpatience();
    try {
      return await work(Math.max(1, Math.ceil(this.maxWaitMs - (performance.now() - began))));
    } finally {
      this.giveBack();
    }
  }

  private take(): Promise<boolean> | boolean {
    if (this.free === 0) return this.wait();
    this.free -= 1;
    return true;
  }

  private wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(enter);
        resolve(false);
      }, this.maxWaitMs);
      this.waiting.add(enter);
    });
  }

  /** The slot goes to whoever waits longest without becoming free in between. */
  private giveBack(): void {
    const [next] = this.waiting;
    if (next) {
      this.waiting.delete(next);
      next();
    } else this.free += 1;
  }
}
