import { DAY_MS } from '#kernel/time.js';
import { isObject } from '#kernel/values.js';
import { DEMO_WEBHOOK_SECRET } from '#kernel/demo-secret.js';
import { eventText } from '../../events/rules/event-text.js';
import { isSignatureMistake, type SignatureMistake } from './signature-mistakes.js';

/** Causes of an attempt: the retry schedule, a caller, a fault, or a replay. */
export const ATTEMPT_TRIGGERS = ['schedule', 'manual', 'fault', 'replay'] as const;
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

const SIGNATURES = ['none', 'wrong', 'empty', 'published', 'two'] as const;

/** A change to a webhook as it is sent, by a fault or an exam. Attempts are stored with it, so that a replay repeats it. */
export interface AttemptChange {
  /** Replaces the stored event. */
  readonly body?: string;
  /** One value of the body is changed after signing. */
  readonly isAltered?: boolean;
  /** The body lacks its last character. It is signed whole. Only attempts of earlier releases are cut. */
  readonly isCut?: boolean;
  /** Signatures: none; one with a wrong, an empty or the published demo secret; or two, of which the second is right. */
  readonly signature?: (typeof SIGNATURES)[number];
  /** The wrong rule that signs it. */
  readonly mistake?: SignatureMistake;
  readonly ageMs?: number;
  /** Closes the connection without waiting for the response. */
  readonly hangsUp?: boolean;
  /** Sent unchanged, while an exam runs the shop without its webhook secret. */
  readonly isSecretUnset?: boolean;
}

/** The secret of a wrong signature, and of the first of two. */
const OTHER_SECRET = Buffer.from('not the secret of this account').toString('base64');

/** The secrets that sign a webhook, in the order of its signatures. */
export function signingSecrets(secret: string, { signature }: AttemptChange): readonly string[] {
  switch (signature) {
    case 'none':
      return [];
    case 'wrong':
      return [OTHER_SECRET];
    case 'empty':
      return [''];
    case 'published':
      return [DEMO_WEBHOOK_SECRET];
    case 'two':
      return [OTHER_SECRET, secret];
    case undefined:
      return [secret];
  }
}

/** The body of a webhook as it is signed, and as it is sent. `event` is stored. */
export function bodiesOf(
  event: string,
  { body: other, isAltered, isCut }: AttemptChange,
): { signed: string; sent: string } {
  const signed = eventText(other ?? event);
  if (isAltered) return { signed, sent: altered(signed) };
  return { signed, sent: isCut ? signed.slice(0, -1) : signed };
}

/** An event whose object has another amount or, without an amount, with the other `livemode`. */
function altered(text: string): string {
  const parsed: unknown = JSON.parse(text);
  const event = isObject(parsed) ? parsed : {};
  const { data, livemode } = event;
  const amount = isObject(data) ? data['amount'] : undefined;
  const change = Number.isSafeInteger(amount)
    ? { data: { ...(data as object), amount: Number(amount) + 1 } }
    : { livemode: !livemode };
  return JSON.stringify({ ...event, ...change }, null, text.includes('\n') ? 2 : 0);
}

const IS: { readonly [Name in keyof AttemptChange]-?: (value: unknown) => boolean } = {
  body: (value) => typeof value === 'string' && isJson(value),
  isAltered: (value) => typeof value === 'boolean',
  isCut: (value) => typeof value === 'boolean',
  signature: (value) => SIGNATURES.some((one) => one === value),
  mistake: isSignatureMistake,
  ageMs: (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= DAY_MS,
  hangsUp: (value) => typeof value === 'boolean',
  isSecretUnset: (value) => typeof value === 'boolean',
};

/** True if a fault or an exam could have made this change. */
export function isAttemptChange(value: unknown): value is AttemptChange {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([name, one]) => Object.hasOwn(IS, name) && IS[name as keyof AttemptChange](one),
    )
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
