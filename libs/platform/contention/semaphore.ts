/**
 * Lets `permits` callers at a time through. The others queue in the order in which they came, each for
 * `maxWaitMs` at most.
 */
export class Semaphore {
  private free: number;
  private readonly queue = new Set<() => void>();

  constructor(
    private readonly permits: number,
    private readonly maxWaitMs: number,
  ) {
    this.free = permits;
  }

  get waitingCount(): number {
    return this.queue.size;
  }

  get isIdle(): boolean {
    return this.free === this.permits;
  }

  /**
   * Runs `work` with a permit, and tells it how many milliseconds are left of the time to wait. Throws what
   * `onTimeout` throws when no permit was free in time.
   */
  async run<T>(work: (leftMs: number) => Promise<T>, onTimeout: () => never): Promise<T> {
    const began = performance.now();
    if (!(await this.acquire())) onTimeout();
    try {
      return await work(Math.max(1, Math.ceil(this.maxWaitMs - (performance.now() - began))));
    } finally {
      this.release();
    }
  }

  private acquire(): Promise<boolean> | boolean {
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
        this.queue.delete(enter);
        resolve(false);
      }, this.maxWaitMs);
      this.queue.add(enter);
    });
  }

  /** Passes the permit to the caller that has waited longest. */
  private release(): void {
    const [next] = this.queue;
    if (next) {
      this.queue.delete(next);
      next();
    } else this.free += 1;
  }
}
