import type { Moment } from './list.view.js';

/** Counts of one interval. */
export interface FigureView {
  /** When the step begins, in the machine's time. */
  machine_at: Moment;
  /**
   * Requests to the API and the vault that arrived. Customers' requests for pages do not count.
   * @example 12
   */
  requests: number;
  /**
   * Requests with an error response.
   * @example 1
   */
  errors: number;
  /**
   * Milliseconds that 95 % of the answered requests took at most. Null without any.
   * @schema { "type": ["number", "null"] }
   * @example 14.2
   */
  p95_ms: number | null;
  /**
   * Attempts that delivered a webhook.
   * @example 8
   */
  delivered: number;
  /**
   * Attempts that did not.
   * @example 2
   */
  failed_attempts: number;
}

/** Figures of a sandbox by steps of time. */
export interface FiguresView {
  object: 'figures';
  /** When the first step begins. */
  from: Moment;
  /** When the last step ends. */
  to: Moment;
  /** @example "1m" */
  step: string;
  /** Every step, oldest first. */
  data: FigureView[];
  /**
   * True if the interval has more than the latest 10,000 requests or attempts, which are the ones counted.
   */
  gap: boolean;
}
