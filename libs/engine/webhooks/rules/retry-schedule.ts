import { DAY_MS, SECOND_MS } from '#kernel/time.js';

/** The longest that a receiver's `Retry-After` can put an attempt off. */
const MAX_RETRY_AFTER_MS = DAY_MS;

const STATUS_GONE = 410;

/** The error of an attempt that Tollgate itself broke off. */
export const INTERRUPTED = 'interrupted';

/** The result of an attempt: an HTTP answer, or the name of an error. */
export interface AttemptOutcome {
  readonly status: number | null;
  readonly error: string | null;
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export type DeliveryVerdict =
  | { readonly status: 'delivered' }
  | { readonly status: 'exhausted' }
  | { readonly status: 'pending'; readonly delayMs: number };

/**
 * Decides what follows attempt number `attempt`, counted from 1. 2xx delivers, 410 gives up, and an attempt
 * that Tollgate aborted is retried at once. Everything else is retried after the schedule's delay, or later
 * if the receiver asks for it.
 */
export function judgeAttempt(
  outcome: AttemptOutcome,
  attempt: number,
  delaysMs: readonly number[],
): DeliveryVerdict {
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300)
    return { status: 'delivered' };
  if (outcome.error === INTERRUPTED) return { status: 'pending', delayMs: 0 };
  const delayMs = delaysMs[attempt - 1];
  if (outcome.status === STATUS_GONE || delayMs === undefined) return { status: 'exhausted' };
  const askedMs = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return { status: 'pending', delayMs: Math.max(delayMs, askedMs) };
}

/**
 * Reads a `Retry-After` header, seconds or an HTTP date, as milliseconds from `now`; `undefined` when it says
 * nothing.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND_MS;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
