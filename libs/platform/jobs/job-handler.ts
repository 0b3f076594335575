import { Sweeper } from './sweeper.js';

/**
 * Handles the jobs of a queue. It re-reads the row that a job names, and does nothing when that needs nothing any more. Its sweep does the
 * work of jobs that were lost.
 */
export abstract class JobHandler extends Sweeper {
  /** The queue's name. */
  abstract readonly queue: string;
  /** Jobs handled at once in one process. */
  abstract readonly concurrency: number;

  get name(): string {
    return this.queue;
  }

  /** `subject` is the id of a row, `group` whose work it is. */
  abstract handle(subject: string, group?: string): Promise<void>;

  /** Resolves when nothing that was started is still under way. */
  async drain(): Promise<void> {
    // Most handlers finish within `handle`.
  }
}
