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
  invalid_security_code: 'the security code is invalid',
  stolen_or_lost_card: 'card is stolen or lost',
  failed_fraud_check: 'failed fraud check',
  invalid_account_number: 'the account number is invalid',
  expired_card: 'card is expired',
} as const;

/** The message of `payment_rejected` for a card that is not enrolled in 3-D Secure (docs/fidelity.md C30). */
export const NOT_ENROLLED = '3d secure is requested but card is not enrolled';

export type FailureCode = keyof typeof FAILURES;

/** The card network's advice to the merchant by failure code (docs/fidelity.md C35). */
export const MERCHANT_ADVICE: Readonly<Partial<Record<FailureCode, { message: string; code: string }>>> = {
  stolen_or_lost_card: { message: 'Do not retry the transaction with the same card', code: '9003' },
};

export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[];

const SOURCE_FAILURE_CODES: readonly FailureCode[] = [
  'payment_rejected',
  'payment_expired',
  'failed_processing',
  'invalid_account',
  'insufficient_fund',
];
const CARD_FAILURE_CODES: readonly FailureCode[] = [
  'payment_rejected',
  'insufficient_fund',
  'stolen_or_lost_card',
  'failed_processing',
  'invalid_security_code',
  'failed_fraud_check',
  'invalid_account_number',
  'expired_card',
];

/**
 * Why a charge can be made to fail: a card fails for other reasons than a wallet or a bank's app. The first
 * is the usual one.
 */
export function failureCodesOf({ cardId }: { readonly cardId: string | null }): readonly FailureCode[] {
  return cardId === null ? SOURCE_FAILURE_CODES : CARD_FAILURE_CODES;
}

export function isFailureCode(value: unknown): value is FailureCode {
  return typeof value === 'string' && Object.hasOwn(FAILURES, value);
}
