import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 500;

interface Beginner {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * A queue or a worker of BullMQ that begins as soon as it can. One that could not connect at once would remember that for good: it is
 * thrown away, and another is made, until one works or nobody wants it any more.
 */
export class Late<T extends Beginner> {
  private readonly begun: Promise<T>;
  private isOver = false;

  /** `onError` hears why one could not begin. */
  constructor(
    private readonly make: () => T,
    private readonly onError: (error: Error) => void,
  ) {
    this.begun = this.begin();
    this.begun.catch(() => undefined);
  }

  /** Once it has begun. Throws if it is given up before. */
  get(): Promise<T> {
    return this.begun;
  }

  /** What has not begun never will. */
  giveUp(): void {
    this.isOver = true;
  }

  async close(): Promise<void> {
    this.giveUp();
    const begun = await this.begun.catch(() => undefined);
    await begun?.close();
  }

  private async begin(): Promise<T> {
    for (;;) {
      const beginner = this.make();
      try {
        await beginner.waitUntilReady();
        return beginner;
      } catch (error) {
        await beginner.close().catch(() => undefined);
        if (this.isOver) throw error;
        this.onError(error as Error);
        await delay(PAUSE_MS);
      }
    }
  }
}
