/** Finds and does what is overdue. The worker calls every sweeper once a second. */
export abstract class Sweeper {
  /** The name in metrics and logs. */
  abstract readonly name: string;

  /** Stops early once `signal` is aborted. Answers how many it found. */
  abstract sweep(signal: AbortSignal): Promise<number>;
}
