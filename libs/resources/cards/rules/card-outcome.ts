import type { FailureCode } from '#kernel/failures.js';

/**
 * Outcomes of payments with a card. An outcome follows from the number (docs/fidelity.md T7) and is stored
 * instead of it. Both `3ds_` outcomes fail as `payment_rejected`: before the cardholder is asked, or after.
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
  return outcome === '3ds_enrollment_failed' || outcome === '3ds_validation_failed'
    ? 'payment_rejected'
    : outcome;
}
