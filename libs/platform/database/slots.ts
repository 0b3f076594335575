/** Lets `count` callers at a time through; the others wait in the order in which they came, each at most `maxWaitMs`. */
export class Slots {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(
    count: number,
    private readonly maxWaitMs: number,
  ) {
    this.free = count;
  }

  /** How many wait. */
  get waitingCount(): number {
    return this.waiting.size;
  }

  /** Runs `work` once a slot is free; answers with what `onImpatience` throws when none became free in time. */
  async use<T>(work: () => Promise<T>, onImpatience: () => never): Promise<T> {
    if (!(await this.take())) onImpatience();
    try {
      return await work();
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
