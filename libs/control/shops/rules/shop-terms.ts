import type { EffectParams } from '#engine/faults/rules/fault-effect.js';

/** The value of `probe` and `checkout` if the caller answers the questions about the shop. */
export const BY_CALLER = 'caller';
/** The most characters of the caller's answer. */
export const MAX_ANSWER_LENGTH = 64 * 1024;
/** The most levels of lists and objects in the JSON of an order. */
export const MAX_NESTING = 32;

/** A webhook to send: the event with this key of an object that an earlier step named. */
export interface SendStep {
  readonly do: 'send';
  readonly event: string;
  readonly of: string;
  /**
   * The change of the webhook, as by a fault on webhooks. `largest`: as large as the API makes events. The others:
   * signed with an empty secret, with that of the demo account, or unchanged to a shop without its secret.
   */
  readonly as?: EffectParams | 'largest' | 'empty secret' | 'published secret' | 'secret unset';
  /** Copies that are sent at the same time. */
  readonly copies?: number;
  /** The customer returns to the shop at the same time. */
  readonly returning?: true;
}
