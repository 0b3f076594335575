import type { QueueName } from './queues.js';
import { Sweeper } from './sweeper.js';

/**
 * What a queue's alarms wake. A handler re-reads the row it is given and does nothing when the row has moved on. Its sweep does the
 * work of alarms that were lost.
 */
export abstract class JobHandler extends Sweeper {
  abstract readonly queue: QueueName;
  /** Alarms handled at once in one process. */
  abstract readonly concurrency: number;

  get name(): string {
    return this.queue;
  }

  /** `lane` is what the alarm said. */
  abstract handle(subject: string, lane?: string): Promise<void>;

  /** Resolves when nothing that was started is still under way. */
  async drain(): Promise<void> {
    // Most handlers finish within `handle`.
  }
}
