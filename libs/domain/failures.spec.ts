import { FAILURE_CODES, FAILURES, isFailureCode } from './failures.js';

describe('the failures of a charge', () => {
  it('have a code and a sentence each', () => {
    expect(FAILURES).toEqual({
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
    });
  });

  it('are all known by their code', () => {
    expect(FAILURE_CODES).toEqual(Object.keys(FAILURES));
    expect(FAILURE_CODES.filter((code) => !isFailureCode(code))).toEqual([]);
  });

  it.each([['nonsense'], ['toString'], ['__proto__'], ['PAYMENT_EXPIRED'], [''], [undefined], [null], [['payment_expired']]])(
    'do not include %p',
    (value) => {
      expect(isFailureCode(value)).toBe(false);
    },
  );
});
