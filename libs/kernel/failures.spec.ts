import { readFileSync } from 'node:fs';
import { FAILURE_CODES, failureCodesOf, FAILURES, isFailureCode } from './failures.js';

describe('the failures of a charge', () => {
  it('each have a code and a message', () => {
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

  it('are each named in docs/fidelity/charge-states.md', () => {
    const named = new Set(
      [...readFileSync('docs/fidelity/charge-states.md', 'utf8').matchAll(/`(\w+)`/g)].map(
        ([, name]) => name,
      ),
    );
    expect(FAILURE_CODES.filter((code) => !named.has(code))).toEqual([]);
  });

  it('can each be simulated for a charge on a source or on a card', () => {
    const offered = [null, 'card_test_0'].flatMap((cardId) => failureCodesOf({ cardId }));
    expect([...new Set(offered)].sort()).toEqual([...FAILURE_CODES].sort());
  });

  it.each([['payment_expired'], ['invalid_account'], ['expired_card']])('include %s', (value) => {
    expect(isFailureCode(value)).toBe(true);
  });

  it.each([
    ['nonsense'],
    ['toString'],
    ['__proto__'],
    ['PAYMENT_EXPIRED'],
    [''],
    [undefined],
    [null],
    [['payment_expired']],
  ])('do not include %p', (value) => {
    expect(isFailureCode(value)).toBe(false);
  });
});
