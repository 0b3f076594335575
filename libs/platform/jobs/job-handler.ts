import type { NewJob } from './job.js';
import { Sweeper } from './sweeper.js';

/**
 * Handles the jobs of a queue. It reads the row that a job names first, and returns if no work is left. The
 * sweep does the work of lost jobs.
 */
export abstract class JobHandler extends Sweeper {
  /** The queue's name. */
  abstract readonly queue: string;
  /** Jobs handled at once in one process. */
  abstract readonly concurrency: number;

  get name(): string {
    return this.queue;
  }

  /** `subject` and `group` are those of {@link NewJob}. */
  abstract handle(subject: string, group?: string): Promise<void>;

  /**
   * The jobs due between two instants of the machine's time, earliest first. Only needed if some jobs are
   * added later than their rows.
   */
  upcomingJobs?(from: Date, until: Date, limit: number): Promise<readonly NewJob[]>;

  /** Waits for work that continues after `handle`. */
  drain?(): Promise<void>;
}
