import { Sweeper } from './sweeper.js';

/**
 * Handles the jobs of a queue. The row that a job names is read before anything is done, and nothing is done when it needs nothing any more. The
 * sweep does the work of jobs that were lost.
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
