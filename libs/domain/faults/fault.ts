import type { FailureCode } from '../failures.js';
import type { Metadata } from '../metadata.js';

/** What a fault is about: an answer of the API or the vault, the outcome of a payment, a webhook on its way. */
export const FAULT_SUBJECTS = ['api', 'payment', 'webhook'] as const;
export type FaultSubject = (typeof FAULT_SUBJECTS)[number];

/** What happens to an answer. Durations are milliseconds of the machine's time. */
export type ApiEffect =
  | { readonly kind: 'status'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'disconnect' }
  /** More than `limit` calls in a window of `perMs` are refused. */
  | { readonly kind: 'rate_limit'; readonly limit: number; readonly perMs: number };

/** What becomes of a payment. Durations are milliseconds of the account's time. */
export type PaymentEffect =
  | { readonly kind: 'fail'; readonly code: FailureCode }
  | { readonly kind: 'settle'; readonly as: 'successful' | 'failed'; readonly afterMs: number }
  | { readonly kind: 'never' };

/** What happens to a webhook. What is changed is changed in its first `count` attempts. */
export type WebhookEffect =
  /** Milliseconds of the account's time. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** How often it arrives, once it does. */
  | { readonly kind: 'duplicate'; readonly count: number }
  | { readonly kind: 'drop'; readonly count: number }
  /** How many webhooks are sent in the reverse order. */
  | { readonly kind: 'reorder'; readonly count: number }
  | { readonly kind: 'corrupt_body'; readonly count: number }
  | { readonly kind: 'wrong_signature'; readonly count: number }
  | { readonly kind: 'stale'; readonly count: number }
  | { readonly kind: 'before_answer' };

export type FaultEffect = ApiEffect | PaymentEffect | WebhookEffect;

/** Which calls may be hit; what is missing is any. */
export interface FaultMatch {
  /** A method and a template, with `{}` in the place of ids: `POST /charges/{}/refunds`. */
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

/** What is asked for: which calls are hit, how often, and with what. */
export interface FaultTerms {
  readonly subject: FaultSubject;
  /** The side of the commit on which it hits. */
  readonly side: 'before' | 'after';
  readonly match: FaultMatch;
  /** Calls that are left alone first. */
  readonly skip: number;
  /** How often it fires; null for ever. */
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
