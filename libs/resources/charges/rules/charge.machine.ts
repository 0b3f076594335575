import { fail, type ErrorCode } from '#kernel/errors.js';
import type { FailureCode } from '#kernel/failures.js';
import { shareOf } from '#kernel/money.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { PaymentEffect } from '#engine/faults/rules/fault.js';
import { isOverdue, phaseOf, type Charge, type ChargePhase } from './charge.js';

export const CHARGE_ACTIONS = ['authorize', 'decline', 'expire', 'capture', 'reverse', 'lapse'] as const;

export type ChargeAction = (typeof CHARGE_ACTIONS)[number];

/** The initial phase, the event and the error of each action (docs/fidelity.md C7). */
export const TRANSITIONS: Readonly<
  Record<ChargeAction, { from: ChargePhase; emits: EventKey; refusal: ErrorCode }>
> = {
  authorize: { from: 'awaiting_customer', emits: 'charge.complete', refusal: 'invalid_charge' },
  decline: { from: 'awaiting_customer', emits: 'charge.complete', refusal: 'invalid_charge' },
  expire: { from: 'awaiting_customer', emits: 'charge.complete', refusal: 'failed_expire' },
  capture: { from: 'authorized', emits: 'charge.capture', refusal: 'failed_capture' },
  reverse: { from: 'authorized', emits: 'charge.reverse', refusal: 'failed_reverse' },
  lapse: { from: 'authorized', emits: 'charge.expire', refusal: 'failed_expire' },
};

export type ChargePatch = Partial<
  Pick<
    Charge,
    | 'status'
    | 'capturedAmount'
    | 'fundingAmount'
    | 'transactionId'
    | 'failureCode'
    | 'wrongPasswordCount'
    | 'expiresAt'
    | 'authorizedAt'
    | 'paidAt'
    | 'expiredAt'
    | 'reversedAt'
    | 'settlesAs'
    | 'settlesAt'
  >
>;

/** Authorizes the charge. With `capture` the payment is captured immediately under `transactionId`. */
export function authorize(charge: Charge, now: Date, transactionId: string): ChargePatch {
  demand('authorize', charge, now);
  if (!charge.capture) return { authorizedAt: now };
  return { status: 'successful', authorizedAt: now, paidAt: now, transactionId };
}

/** Fails the charge: the customer or their bank has declined it. */
export function decline(charge: Charge, now: Date, failureCode: FailureCode): ChargePatch {
  demand('decline', charge, now);
  return { status: 'failed', failureCode };
}

/** Expires the charge before its expiry time, for the merchant. */
export function expire(charge: Charge, now: Date): ChargePatch {
  demand('expire', charge, now);
  const expiresAt = isOverdue(charge, now) ? charge.expiresAt : now;
  return { status: 'expired', failureCode: 'payment_expired', expiresAt, expiredAt: expiresAt };
}

/**
 * Captures an authorized charge: the full amount, or `captureAmount` of a `pre_auth` charge, whose rest is
 * released (docs/fidelity.md C12).
 */
export function capture(
  charge: Charge,
  now: Date,
  transactionId: string,
  captureAmount = charge.amount,
): ChargePatch {
  demand('capture', charge, now);
  if (captureAmount !== charge.amount) assertPartOf(charge, captureAmount);
  const fundingAmount = shareOf(charge.fundingAmount, captureAmount, charge.amount);
  return { status: 'successful', paidAt: now, transactionId, capturedAmount: captureAmount, fundingAmount };
}

/** Releases an authorized charge. No money has moved. */
export function reverse(charge: Charge, now: Date): ChargePatch {
  demand('reverse', charge, now);
  return { status: 'reversed', reversedAt: now };
}

/** Applies a fault's effect to a pending charge. */
export function withEffect(charge: Charge, now: Date, effect: PaymentEffect): ChargePatch {
  switch (effect.kind) {
    case 'fail':
      return decline(charge, now, effect.code);
    case 'never':
      return { settlesAs: 'never' };
    case 'settle':
      return {
        settlesAs: effect.as === 'failed' ? 'failed_processing' : 'successful',
        settlesAt: new Date(now.getTime() + effect.afterMs),
      };
  }
}

/**
 * Settles a pending charge as a fault or `auto_approve` decided, once `settlesAt` has passed. `undefined`:
 * nothing to do.
 */
export function settle(
  charge: Charge,
  now: Date,
  transactionId: string,
): { action: ChargeAction; patch: ChargePatch } | undefined {
  const { settlesAs, settlesAt } = charge;
  if (settlesAs === null || settlesAs === 'never' || settlesAt === null) return undefined;
  if (now < settlesAt || isOverdue(charge, now) || phaseOf(charge) !== 'awaiting_customer') return undefined;
  return settlesAs === 'successful'
    ? { action: 'authorize', patch: authorize(charge, now, transactionId) }
    : { action: 'decline', patch: decline(charge, now, settlesAs) };
}

/** Expires an overdue unpaid charge, and lapses an overdue authorized one. `undefined`: nothing to do. */
export function timeOut(
  charge: Charge,
  now: Date,
): { action: 'expire' | 'lapse'; patch: ChargePatch } | undefined {
  if (!isOverdue(charge, now)) return undefined;
  if (phaseOf(charge) === 'awaiting_customer') return { action: 'expire', patch: expire(charge, now) };
  return { action: 'lapse', patch: { status: 'expired', expiredAt: charge.expiresAt } };
}

function assertPartOf({ amount, authorizationType }: Charge, captureAmount: number): void {
  if (authorizationType !== 'pre_auth')
    fail(
      'failed_capture',
      `capture_amount must be the full amount, ${amount}; a partial capture requires authorization_type pre_auth`,
    );
  if (captureAmount < 1 || captureAmount > amount)
    fail('failed_capture', `capture_amount must be from 1 to ${amount}, the authorized amount`);
}

/**
 * Throws the action's error unless the charge is in the required phase and not overdue. Expiry ignores the
 * time.
 */
function demand(action: ChargeAction, charge: Charge, now: Date): void {
  const { from, refusal } = TRANSITIONS[action];
  const isTooLate = charge.status === 'expired' || isOverdue(charge, now);
  if (action !== 'expire' && isTooLate) fail('expired_charge');
  if (phaseOf(charge) !== from) fail(refusal, refusalMessage(action, charge));
}

function refusalMessage(action: ChargeAction, charge: Charge): string | undefined {
  const phase = phaseOf(charge);
  if (action === 'reverse') return undefined;
  if (action === 'capture')
    return phase === 'successful' ? 'charge was already captured' : 'Charge is not authorized';
  if (action === 'expire') return `only a pending, unauthorized charge can be expired; this one is ${phase}`;
  return `charge is already ${phase}`;
}
