import { DAY_MS } from '../time.js';
import { cardExpiresAfterMs, specifiedCardCurrencies } from './card-terms.js';

describe('cards', () => {
  it('are specified in eleven currencies, and in the account’s own', () => {
    const eleven = ['THB', 'JPY', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CHF', 'CNY', 'DKK', 'HKD'];
    expect(specifiedCardCurrencies('THB')).toEqual(eleven);
    expect(specifiedCardCurrencies('MYR')).toEqual([...eleven, 'MYR']);
  });

  it('wait for their capture a week, in Japan thirty days', () => {
    expect([cardExpiresAfterMs('TH'), cardExpiresAfterMs('JP')]).toEqual([7 * DAY_MS, 30 * DAY_MS]);
  });
});
