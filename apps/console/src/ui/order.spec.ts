import { orderKeyOf, orderOf } from './order';

describe('the order in metadata', () => {
  it.each([
    [{ order: '1042', cart: 'c-819' }, '1042'],
    [{ cart: 'c-819', order_id: 7 }, '7'],
    [{ order: { id: 1, items: [2] } }, '{"id":1,"items":[2]}'],
    [{ reason: 'late' }, undefined],
    [{ tier: 'gold', order: null }, undefined],
    [{}, undefined],
  ])('of %j is %s', (metadata, text) => {
    expect(orderOf(metadata)).toBe(text);
  });

  it('is the value of a chosen key alone', () => {
    const metadata = { order: '1042', cart: 'c-819' };
    expect([orderOf(metadata, 'cart'), orderOf(metadata, 'sku')]).toEqual(['c-819', undefined]);
  });

  it('has a key of orders, or the chosen one', () => {
    const metadata = { cart: 'c-819', order: '', order_id: 7 };
    expect([orderKeyOf(metadata), orderKeyOf(metadata, 'cart'), orderKeyOf({})]).toEqual([
      'order_id',
      'cart',
      undefined,
    ]);
  });

  it('is undefined without a key of orders', () => {
    expect([orderOf({ cart: 'c-819' }), orderOf(null), orderOf({ orderId: 7 })]).toEqual([
      undefined,
      undefined,
      '7',
    ]);
  });
});
