import type { Moment, TimedView } from './list.view.js';

/** An event of a sandbox. */
export interface EventEntryView extends TimedView {
  object: 'event';
  /** @example "evnt_test_60aaaaaaaaaaaaaaab2" */
  id: string;
  livemode: boolean;
  /** @example "charge.complete" */
  key: string;
  /**
   * ID of the event's object.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string;
  /**
   * ID of the request that caused the event. Null if the clock caused it.
   * @example "9b2f6f0e-3c53-4cf5-9d0c-6f2c8a3b1e77"
   */
  request_id: string | null;
  at: Moment;
  machine_at: Moment;
  /**
   * The object at the time of the event, in the API version that the account had then. Secrets in metadata are
   * masked.
   * @schema { "type": "object" }
   * @example { "object": "charge", "status": "successful" }
   */
  data: unknown;
}
