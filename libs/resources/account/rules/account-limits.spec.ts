import { CURRENCY_CODES, exchange } from '#kernel/money.js';
import { chargeLimits, smallestInstallment, transferLimits } from './account-limits.js';

describe('the limits of an account', () => {
  it('match the recorded limits of a Thai account', () => {
    expect(chargeLimits('THB')).toEqual({ min: 2_000, max: 500_000_000_000 });
    expect(transferLimits('THB')).toEqual({ min: 3_000, max: 100_000_000_000 });
    expect(smallestInstallment('THB')).toBe(200_000);
  });

  it.each([['JPY'], ['MYR'], ['SGD']] as const)(
    'allow charges from 100 of the smallest unit of %s',
    (currency) => {
      expect(chargeLimits(currency).min).toBe(100);
    },
  );

  it.each(CURRENCY_CODES.filter((code) => !['JPY', 'MYR', 'SGD'].includes(code)))(
    'convert the smallest Thai charge to %s',
    (currency) => {
      const { min } = chargeLimits(currency);
      expect(exchange(min, currency, 'THB')).toBeGreaterThanOrEqual(2_000);
      expect(exchange(min - 1, currency, 'THB')).toBeLessThan(2_000);
    },
  );

  it.each(CURRENCY_CODES)('convert the largest Thai charge to %s', (currency) => {
    const { max } = chargeLimits(currency);
    const worth = (amount: number): number => exchange(amount, currency, 'THB');
    expect(worth(max)).toBeLessThanOrEqual(500_000_000_000);
    expect(worth(max + 1)).toBeGreaterThan(500_000_000_000);
  });
});
