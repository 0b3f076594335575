/** A job names a row and a time. It carries no state: the row is read when the job runs. */
export interface NewJob {
  /** The name of a queue that a module has registered with `JobProducer.register`. */
  readonly queue: string;
  /** Adding an id that is still in the queue changes nothing. */
  readonly id: string;
  /** The row to look at. */
  readonly subject: string;
  /** For work that queues per group, such as per receiver: the group, so that the row need not be read to find it. */
  readonly group?: string;
  /** The delay from now on the machine's clock. */
  readonly delayMs: number;
}

export type JobData = Pick<NewJob, 'subject' | 'group'>;

/** The worker adds the jobs of due work this long before they are due. */
export const LOOK_AHEAD_MS = 60_000;
/** Due work that is due sooner gets its job with its commit. The second minute is for commits that the worker's look ahead does not see yet. */
export const NEAR_MS = 2 * LOOK_AHEAD_MS;
