import { DAY_MS } from '#kernel/time.js';
import { cardExpiresAfterMs, cardRefunds, specifiedCardCurrencies } from './card-terms.js';

describe('cards', () => {
  it('support the eleven specified currencies and the account’s own', () => {
    const eleven = ['THB', 'JPY', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CHF', 'CNY', 'DKK', 'HKD'];
    expect(specifiedCardCurrencies('THB')).toEqual(eleven);
    expect(specifiedCardCurrencies('MYR')).toEqual([...eleven, 'MYR']);
  });

  it.each([
    ['Visa', 365],
    ['MasterCard', 365],
    ['JCB', 160],
    ['American Express', 160],
    ['Diners Club', 160],
  ])('of %s allow partial refunds for %i days', (brand, withinDays) => {
    expect(cardRefunds(brand)).toEqual({ partial: true, withinDays });
  });

  it('allow captures for a week, and for thirty days in Japan', () => {
    expect([cardExpiresAfterMs('TH'), cardExpiresAfterMs('JP')]).toEqual([7 * DAY_MS, 30 * DAY_MS]);
  });
});
