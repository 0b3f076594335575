/** Finds overdue work and does it. The worker calls every sweeper once a second. */
export abstract class Sweeper {
  /** The name in metrics and logs. */
  abstract readonly name: string;

  /** Stops early once `signal` is aborted. Returns the number of rows that it found. */
  abstract sweep(signal: AbortSignal): Promise<number>;
}
