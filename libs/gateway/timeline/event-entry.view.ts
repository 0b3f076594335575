import type { Moment, TimedView } from './list.view.js';

/** Something that happened in a sandbox, as webhooks tell it. */
export interface EventEntryView extends TimedView {
  object: 'event';
  /** @example "evnt_test_60aaaaaaaaaaaaaaab2" */
  id: string;
  livemode: boolean;
  /** @example "charge.complete" */
  key: string;
  /**
   * What it is about.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string;
  /**
   * The request that caused it; null where time did.
   * @example "9b2f6f0e-3c53-4cf5-9d0c-6f2c8a3b1e77"
   */
  request_id: string | null;
  at: Moment;
  machine_at: Moment;
  /**
   * The object as it was then, in the account's API version of that time.
   * @schema { "type": "object" }
   * @example { "object": "charge", "status": "successful" }
   */
  data: unknown;
}
