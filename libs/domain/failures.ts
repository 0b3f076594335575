/**
 * Why a charge failed: `failure_code` and the `failure_message` that goes with it.
 * Source: docs/fidelity.md C9.
 */
export const FAILURES = {
  payment_expired: 'payment expired',
  payment_rejected: 'payment rejected',
  failed_processing: 'failed processing',
  invalid_account: 'valid account for payment method not found',
  insufficient_fund: 'insufficient funds in the account or the card has reached the credit limit',
} as const;

export type FailureCode = keyof typeof FAILURES;

export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[];

export function isFailureCode(value: unknown): value is FailureCode {
  return typeof value === 'string' && Object.hasOwn(FAILURES, value);
}
