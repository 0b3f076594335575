/** Every queue there is. A worker refuses to start while one of them has no handler. */
export const QUEUES = ['charge-expiry', 'webhook-delivery'] as const;

export type QueueName = (typeof QUEUES)[number];

/** An alarm: it says when to look at what, and carries nothing else. The row that it names is the truth. */
export interface Alarm {
  readonly queue: QueueName;
  /** Ringing an id that is still waiting changes nothing. */
  readonly id: string;
  /** The row to look at. */
  readonly subject: string;
  /** How long from now, in the machine's time. */
  readonly delayMs: number;
}

/** What a job holds: the id of a row. */
export interface AlarmData {
  readonly subject: string;
}
