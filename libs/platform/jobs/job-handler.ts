import type { QueueName } from './queues.js';

/** What a queue's alarms wake. A handler re-reads the row it is given and does nothing when the row has moved on. */
export abstract class JobHandler {
  abstract readonly queue: QueueName;
  /** Alarms handled at once in one process. */
  abstract readonly concurrency: number;

  abstract handle(subject: string): Promise<void>;

  /** Finds and does what is overdue: the alarms that were lost. Stops early once `signal` is aborted. */
  abstract sweep(signal: AbortSignal): Promise<void>;

  /** Resolves when nothing that was started is still under way. */
  async drain(): Promise<void> {
    // Most handlers finish within `handle`.
  }
}
