import type { FailureCode } from '#kernel/failures.js';
import type { JsonValue, Metadata } from '#kernel/metadata.js';

/** A fault changes an answer of the API or the vault, the outcome of a payment, or a webhook delivery. */
export const FAULT_SUBJECTS = ['api', 'payment', 'webhook'] as const;
export type FaultSubject = (typeof FAULT_SUBJECTS)[number];

/** Durations are milliseconds of real time. */
export type ApiEffect =
  | { readonly kind: 'status'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'disconnect' }
  /** More than `limit` calls in a window of `perMs` are refused. */
  | { readonly kind: 'rate_limit'; readonly limit: number; readonly perMs: number };

/** Durations are milliseconds of the account's clock. */
export type PaymentEffect =
  | { readonly kind: 'fail'; readonly code: FailureCode }
  | { readonly kind: 'settle'; readonly as: 'successful' | 'failed'; readonly afterMs: number }
  | { readonly kind: 'never' };

/** Changes apply to the first `count` attempts of a delivery. */
export type WebhookEffect =
  /** Milliseconds of the account's time. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Number of copies that the receiver gets. */
  | { readonly kind: 'duplicate'; readonly count: number }
  | { readonly kind: 'drop'; readonly count: number }
  /** Number of webhooks that are sent in reverse order. */
  | { readonly kind: 'reorder'; readonly count: number }
  /** One value of the body is changed after signing. */
  | { readonly kind: 'corrupt_body'; readonly count: number }
  | { readonly kind: 'wrong_signature'; readonly count: number }
  | { readonly kind: 'stale'; readonly count: number }
  /** The attempt has neither of the headers of the signature. */
  | { readonly kind: 'no_signature'; readonly count: number }
  /** The attempt also has a signature by another secret, as during the rotation of a secret. */
  | { readonly kind: 'two_signatures'; readonly count: number }
  /** The connection is closed once the request has been sent, without waiting for the response. */
  | { readonly kind: 'hang_up'; readonly count: number }
  /** Changes the body of every attempt before it is signed. */
  | { readonly kind: 'patch'; readonly patch: EventPatch }
  | { readonly kind: 'before_answer' };

/** A JSON merge patch (RFC 7396) of an event. */
export type EventPatch = { readonly key?: JsonValue; readonly data?: JsonValue };

export type FaultEffect = ApiEffect | PaymentEffect | WebhookEffect;

/** The matched calls. A missing field matches all. */
export interface FaultMatch {
  /** Method and path, with `{}` instead of ids: `POST /charges/{}/refunds`. */
  readonly route?: string;
  readonly method?: string;
  /** The kind of key that a request comes with, or the key of a webhook's event. */
  readonly key?: string;
  readonly object?: string;
  readonly source_type?: string;
  /** In the smallest unit of the currency. */
  readonly amount?: number;
  readonly metadata?: Metadata;
}

/** Which calls a fault hits, how often, and its effect. */
export interface FaultTerms {
  readonly subject: FaultSubject;
  /** The side of the commit on which it hits. */
  readonly side: 'before' | 'after';
  readonly match: FaultMatch;
  /** Calls that are left alone first. */
  readonly skip: number;
  /** Number of hits; null is unlimited. */
  readonly times: number | null;
  /** From 0 to 1. */
  readonly probability: number;
  /** Undefined: one is made up. */
  readonly seed: string | undefined;
  /** In the machine's time. */
  readonly ttlMs: number;
  readonly mustFire: boolean;
  readonly effect: FaultEffect;
}

/** A fault that is set. */
export interface FaultRule extends Pick<FaultTerms, 'subject' | 'side' | 'match' | 'effect'> {
  readonly id: string;
  readonly name: string;
}
