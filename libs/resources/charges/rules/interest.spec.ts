import { interestRateOf } from './interest.js';

describe('the interest that a merchant pays', () => {
  it.each([
    [3, '2.4'],
    [10, '8.0'],
    [36, '28.8'],
  ])('for %d months is %s %% of the charge', (installmentTerm, rate) => {
    expect(interestRateOf({ installmentTerm, zeroInterestInstallments: true })).toBe(rate);
  });

  it('is 0 if the customer pays it, or pays at once', () => {
    expect(interestRateOf({ installmentTerm: 10, zeroInterestInstallments: false })).toBe('0.0');
    expect(interestRateOf({ installmentTerm: null, zeroInterestInstallments: null })).toBe('0.0');
  });
});
