import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { AttemptView } from '../deliveries/delivery.view.js';

/**
 * The response of the original endpoint.
 */
interface PastAnswerView {
  /**
   * HTTP status. Null if it did not respond.
   * @example 500
   */
  status: number | null;
  /**
   * Why the attempt failed. Null if it succeeded, and if the event was never sent.
   * @example null
   */
  error: string | null;
}

/** A webhook of a replay. */
export interface ReplayedWebhookView {
  /** @example "evnt_test_60aaaaaaaaaaaaaaab2" */
  event: string;
  key: EventKey;
  /**
   * Planned time, in milliseconds since the start.
   * @example 400
   */
  offset_ms: number;
  original: PastAnswerView;
  /** The attempt of the replay. Null if nothing was sent. */
  attempt: AttemptView | null;
}

/** Webhooks of an object that were sent again, in the order of sending. */
export interface ReplayView {
  object: 'replay';
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa1" */
  object_id: string;
  /** @example "http://127.0.0.1:3000/webhooks" */
  to: string;
  /** @example 10 */
  speed: number;
  dry_run: boolean;
  /**
   * Number of webhooks.
   * @example 2
   */
  count: number;
  /**
   * Number of 2xx responses.
   * @example 2
   */
  delivered: number;
  /**
   * Number of other responses and errors.
   * @example 0
   */
  failed: number;
  data: ReplayedWebhookView[];
}
