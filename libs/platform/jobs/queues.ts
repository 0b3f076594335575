/** Every queue there is. A worker refuses to start while one of them has no handler. */
export const QUEUES = ['charge-expiry', 'webhook-delivery'] as const;

export type QueueName = (typeof QUEUES)[number];

/** An alarm: it says when to look at what, and carries nothing of what is there. The row that it names is the truth. */
export interface Alarm {
  readonly queue: QueueName;
  /** Ringing an id that is still waiting changes nothing. */
  readonly id: string;
  /** The row to look at. */
  readonly subject: string;
  /** Whose work it is, where work must wait for that of the same lane only; so that the row need not be read to find out. */
  readonly lane?: string;
  /** How long from now, in the machine's time. */
  readonly delayMs: number;
}

/** What a job holds: the id of a row, and its lane. */
export type AlarmData = Pick<Alarm, 'subject' | 'lane'>;
