import { chargeLimits, smallestInstallment, transferLimits } from './account-limits.js';
import { CURRENCY_CODES, exchange } from './money.js';

describe('the limits of an account', () => {
  it('are what a Thai account was recorded to have', () => {
    expect(chargeLimits('THB')).toEqual({ min: 2_000, max: 500_000_000_000 });
    expect(transferLimits('THB')).toEqual({ min: 3_000, max: 100_000_000_000 });
    expect(smallestInstallment('THB')).toBe(200_000);
  });

  it.each(CURRENCY_CODES.map((currency) => [currency]))('are worth the same in %s', (currency) => {
    const { min, max } = chargeLimits(currency);
    const worth = (amount: number): number => exchange(amount, currency, 'THB');
    expect(worth(min)).toBeGreaterThanOrEqual(2_000);
    expect(worth(min - 1)).toBeLessThan(2_000);
    expect(worth(max)).toBeLessThanOrEqual(500_000_000_000);
    expect(worth(max + 1)).toBeGreaterThan(500_000_000_000);
  });
});
