import { methodText, orderOf } from './cell-texts';

describe('cells of lists', () => {
  it.each([
    [{ order: '1042', cart: 'c-819' }, '1042'],
    [{ cart: 'c-819', order_id: 7 }, '7'],
    [{ cart: 'c-819', shop: 'a' }, 'cart: c-819'],
    [{ cart: { id: 1, items: [2] } }, 'cart: {"id":1,"items":[2]}'],
    [{ order: null, paid: false }, 'paid: false'],
    [{}, ''],
  ])('show the order of %j', (metadata, text) => {
    expect(orderOf(metadata)).toBe(text);
  });

  it('show how a payment is paid', () => {
    expect(methodText('card', { brand: 'Visa', last_digits: '4242' })).toBe('Visa •4242');
    expect(methodText('mobile_banking_kbank', null)).toBe('K PLUS');
  });
});
