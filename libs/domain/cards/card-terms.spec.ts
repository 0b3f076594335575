import { DAY_MS } from '../time.js';
import { cardCurrencies, cardExpiresAfterMs } from './card-terms.js';

describe('cards', () => {
  it('can be charged in eleven currencies, and in the account’s own', () => {
    expect(cardCurrencies('THB')).toEqual(['THB', 'JPY', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CHF', 'CNY', 'DKK', 'HKD']);
    expect(cardCurrencies('MYR')).toContain('MYR');
  });

  it('wait for their capture a week, in Japan thirty days', () => {
    expect([cardExpiresAfterMs('TH'), cardExpiresAfterMs('JP')]).toEqual([7 * DAY_MS, 30 * DAY_MS]);
  });
});
