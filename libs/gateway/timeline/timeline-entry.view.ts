import type { Moment, TimedView } from './list.view.js';

/** What the timeline tells of: requests, changes of state with their events, attempts to send them, faults that fired, moves of the clock, what was done by hand, and what customers did on pages. */
export const TIMELINE_KINDS = ['request', 'event', 'attempt', 'fault', 'clock', 'act', 'page'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Something that happened in a sandbox. What one request caused has its request id. */
export interface TimelineEntryView extends TimedView {
  object: 'timeline_entry';
  kind: TimelineKind;
  /**
   * Of the request, the event, the firing of a fault, the move or the act; of an attempt that of its delivery and its number.
   * @example "evnt_test_60aaaaaaaaaaaaaaab2"
   */
  id: string;
  /**
   * Null where it is about both modes.
   * @example false
   */
  livemode: boolean | null;
  /**
   * The object that it is about.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string | null;
  /**
   * The request that caused it; null where time did.
   * @example "9b2f6f0e-3c53-4cf5-9d0c-6f2c8a3b1e77"
   */
  request_id: string | null;
  /**
   * What else there is to tell, by kind. Of an attempt: `key` and `event` of the event that was sent, `delivery`, `number`, `uri`, and what the receiver answered. Of a page: `action` is `opened` (the first time), `approved`, `declined` or `wrong_password`, with the `failure_code` of a decline.
   * @schema { "type": "object" }
   * @example { "key": "charge.complete" }
   */
  details: object;
  at: Moment;
  machine_at: Moment;
}
