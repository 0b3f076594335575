import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 500;

interface Client {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * Creates BullMQ queues or workers until one connects or `giveUp` is called. One whose first connection fails
 * never recovers, so it is replaced.
 */
export class RetryingClient<T extends Client> {
  private readonly connected: Promise<T>;
  private isGivenUp = false;

  /** Calls `onError` after each failure to connect. */
  constructor(
    private readonly make: () => T,
    private readonly onError: (error: Error) => void,
  ) {
    this.connected = this.connect();
    this.connected.catch(() => undefined);
  }

  /** Resolves once connected. Rejects after `giveUp`. */
  ready(): Promise<T> {
    return this.connected;
  }

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
