/** A job names a row and a time. It has no state: the row is read when the job runs. */
export interface NewJob {
  /** The name of a queue that a module has registered with `JobProducer.register`. */
  readonly queue: string;
  /** Adding an id that is still in the queue changes nothing. */
  readonly id: string;
  readonly subject: string;
  /** The group, for work that is queued by group, such as by receiver. It saves a read of the row. */
  readonly group?: string;
  /** From now, by the machine's clock. */
  readonly delayMs: number;
}

export interface JobData extends Pick<NewJob, 'subject' | 'group'> {
  /** Further subjects of the same queue, each with its group, that are due at once. */
  readonly more?: readonly (readonly [subject: string, group: string])[];
}

/** The worker adds the jobs of due work this long before they are due. */
export const LOOK_AHEAD_MS = 60_000;
/**
 * Due work that is due sooner gets its job with its commit. The second minute covers commits after the
 * worker's look ahead.
 */
export const NEAR_MS = 2 * LOOK_AHEAD_MS;
