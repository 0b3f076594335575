import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 500;

/** What is used of BullMQ's queues and workers. */
interface Client {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * Makes BullMQ queues or workers until one connects, or it is told to give up. One that does not connect at first never works, so it is closed and
 * replaced.
 */
export class RetryingClient<T extends Client> {
  private readonly connected: Promise<T>;
  private isGivenUp = false;

  /** `onError` hears why one could not connect. */
  constructor(
    private readonly make: () => T,
    private readonly onError: (error: Error) => void,
  ) {
    this.connected = this.connect();
    this.connected.catch(() => undefined);
  }

  /** Resolves once one is connected. Throws if it is given up before. */
  ready(): Promise<T> {
    return this.connected;
  }

  /** Makes no further one. */
  giveUp(): void {
    this.isGivenUp = true;
  }

  async close(): Promise<void> {
    this.giveUp();
    const client = await this.connected.catch(() => undefined);
    await client?.close();
  }

  private async connect(): Promise<T> {
    for (;;) {
      const client = this.make();
      try {
        await client.waitUntilReady();
        return client;
      } catch (error) {
        await client.close().catch(() => undefined);
        if (this.isGivenUp) throw error;
        this.onError(error as Error);
        await delay(PAUSE_MS);
      }
    }
  }
}
