import type { NewJob } from './job.js';
import { Sweeper } from './sweeper.js';

/**
 * Handles the jobs of a queue. A handler reads the row that the job names first, and does nothing if the row needs nothing any more. The sweep does the
 * work of lost jobs.
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

  /**
   * The jobs of what is due between two instants of the machine's time, the earliest first, at most `limit`. Only a handler whose jobs are not all added
   * with their rows has any.
   */
  // oxlint-disable-next-line typescript/no-unused-vars -- for those that override it
  upcomingJobs(_from: Date, _until: Date, _limit: number): Promise<readonly NewJob[]> {
    return Promise.resolve([]);
  }

  /** Resolves when nothing that was started is still under way. */
  async drain(): Promise<void> {
    // Most handlers finish within `handle`.
  }
}
