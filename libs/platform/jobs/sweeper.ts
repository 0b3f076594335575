/** Finds and does what is overdue. The worker calls every sweeper once a second. */
export abstract class Sweeper {
  /** Stops early once `signal` is aborted. */
  abstract sweep(signal: AbortSignal): Promise<void>;
}
