import { CURRENCY_CODES, exchange } from '../money.js';
import { DAY_MS } from '../time.js';
import { cardCurrencies, cardExpiresAfterMs, cardLimits } from './card-terms.js';

describe('cards', () => {
  it('can be charged in eleven currencies, and in the account’s own', () => {
    expect(cardCurrencies('THB')).toEqual(['THB', 'JPY', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CHF', 'CNY', 'DKK', 'HKD']);
    expect(cardCurrencies('MYR')).toContain('MYR');
  });

  it.each(CURRENCY_CODES.map((currency) => [currency]))('have the same limits in %s as in baht', (currency) => {
    const { min, max } = cardLimits(currency);
    expect(cardLimits('THB')).toEqual({ min: 2_000, max: 500_000_000_000 });
    expect(Math.abs(exchange(min, currency, 'THB') - 2_000)).toBeLessThanOrEqual(exchange(1, currency, 'THB'));
    expect(Math.abs(exchange(max, currency, 'THB') - 500_000_000_000)).toBeLessThanOrEqual(exchange(1, currency, 'THB'));
  });

  it('wait for their capture a week, in Japan thirty days', () => {
    expect([cardExpiresAfterMs('TH'), cardExpiresAfterMs('JP')]).toEqual([7 * DAY_MS, 30 * DAY_MS]);
  });
});
