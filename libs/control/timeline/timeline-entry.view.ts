import type { Moment, TimedView } from './list.view.js';

/** The kinds of timeline entries. */
export const TIMELINE_KINDS = ['request', 'event', 'attempt', 'fault', 'clock', 'act', 'page'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** An entry of a sandbox's timeline. Lists are flat, in commit order; `trigger` makes them a tree. */
export interface TimelineEntryView extends TimedView {
  object: 'timeline_entry';
  kind: TimelineKind;
  /**
   * ID of the request, event, fault firing, clock move or manual action. Of an attempt: delivery ID and
   * attempt number.
   * @example "evnt_test_60aaaaaaaaaaaaaaab2"
   */
  id: string;
  /**
   * Null for entries of both modes.
   * @example false
   */
  livemode: boolean | null;
  /**
   * ID of the object.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string | null;
  /**
   * ID of the request that caused the entry. Null if the clock caused it.
   * @example "9b2f6f0e-3c53-4cf5-9d0c-6f2c8a3b1e77"
   */
  request_id: string | null;
  /**
   * ID of the entry that set it off: of an event a request, page, act, or clock move; of an attempt an act,
   * clock move or fault, or null if its event did, at once or on the retry schedule; of a fault its call; of a
   * page its request. Null if time did. That entry is missing if the request log is late or off, or if a
   * restore or the retention removed it.
   * @example "req_60aaaaaaaaaaaaaaab2"
   */
  trigger: string | null;
  /**
   * Further fields, which depend on the kind. Events have `key`, and `amount`, `currency`, `status`,
   * `failure_code`, `method` and `metadata` of the object at that time; a charge that waited for its capture
   * is `authorized`, not `pending`. Attempts have `key` and `event` of the event, `amount`, `currency` and
   * `metadata` of its object, `delivery`, `number`, `uri`, the response, and `next_attempt_at` while a retry
   * is due. Acts have `action` and `client`: `console`, `cli`, `mcp` with the name and version of its client if
   * they are known, such as `mcp claude-code/2.1.0`, or null for other callers. Pages have `action`: `opened`
   * (the first time), `submitted`, `approved`, `declined` with a `failure_code`, `expired`, or `wrong_password`.
   * Pages, and requests for them, have `amount`, `currency` and `metadata` of what is paid.
   * Metadata is without secrets, as in the request log.
   * @schema { "type": "object" }
   * @example { "key": "charge.complete" }
   */
  details: object;
  at: Moment;
  machine_at: Moment;
}
