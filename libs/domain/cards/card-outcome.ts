import type { FailureCode } from '../failures.js';

/**
 * How every payment with a card ends: what its number stood for in docs/fidelity.md T7. It is kept in the number's place.
 * The two `3ds_` ones differ from `payment_rejected` in when they fail: before the cardholder is asked, or after.
 */
export const CARD_OUTCOMES = [
  'successful',
  'invalid_security_code',
  '3ds_enrollment_failed',
  '3ds_validation_failed',
  'insufficient_fund',
  'stolen_or_lost_card',
  'failed_processing',
  'payment_rejected',
  'failed_fraud_check',
  'invalid_account_number',
] as const;

export type CardOutcome = (typeof CARD_OUTCOMES)[number];

/** Why a payment with such a card fails; `undefined` when it does not. */
export function failureOf(outcome: CardOutcome): FailureCode | undefined {
  if (outcome === 'successful') return undefined;
  return outcome === '3ds_enrollment_failed' || outcome === '3ds_validation_failed' ? 'payment_rejected' : outcome;
}
