import type { NewJob } from './job.js';

/** Finds overdue work and does it, or deletes what has expired. The worker sweeps once a second. */
export abstract class BackgroundWork {
  /** The name in metrics and logs, and of its queue if it has one. */
  abstract readonly name: string;
  /** Jobs handled at once in one process. */
  readonly concurrency: number = 1;

  /** Stops early once `signal` is aborted. Returns the number of rows that it found. */
  abstract sweep(signal: AbortSignal): Promise<number>;

  /**
   * Handles a job of the queue `name`: reads its row first, and returns if no work is left. The sweep does
   * the work of lost jobs. `subject` and `group` are those of {@link NewJob}.
   */
  handle?(subject: string, group?: string): Promise<void>;

  /** Takes a due job of the same process, without waiting for its work. Without it, such jobs go to the queue too. */
  take?(subject: string, group?: string): void;

  /**
   * The jobs due between two instants of the machine's time, earliest first. Only needed if some jobs are
   * added later than their rows.
   */
  upcomingJobs?(from: Date, until: Date, limit: number): Promise<readonly NewJob[]>;

  /** Waits for work that continues after `handle`. */
  drain?(): Promise<void>;
}
