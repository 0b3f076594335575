export interface Tollgate {
  /** For the tables. */
  readonly name: string;
  readonly api: string;
  readonly vault: string;
  readonly control: string;
  /** The processor time of each process so far, in milliseconds, by the process's name in the tables. */
  processorTime(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** The processor time of each of `count` requests that began when `before` was read, by process. */
export function costOf(
  tollgate: Tollgate,
  before: Readonly<Record<string, number>>,
  count: number,
): number[] {
  return Object.entries(tollgate.processorTime()).map(([name, time]) => (time - (before[name] ?? 0)) / count);
}
