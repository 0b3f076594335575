/** A job says when to look at what, and carries nothing of what is there. The row that it names is the truth. */
export interface NewJob {
  /** The name of a queue that a module has registered with `JobProducer.register`. */
  readonly queue: string;
  /** Adding an id that is still in the queue changes nothing. */
  readonly id: string;
  /** The row to look at. */
  readonly subject: string;
  /** Whose work it is, where work waits for that of the same group only: so the row need not be read to find out. */
  readonly group?: string;
  /** How long from now, in the machine's time. */
  readonly delayMs: number;
}

/** What a job holds: the id of a row, and its group. */
export type JobData = Pick<NewJob, 'subject' | 'group'>;
