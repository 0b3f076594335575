import { withoutTokens } from './without-tokens.js';

describe('withoutTokens', () => {
  it.each([
    ['http://127.0.0.1:3000/orders/{order}', 'http://127.0.0.1:3000/orders/{order}'],
    ['http://shop/orders?id={order}&token=abc', 'http://shop/orders?id={order}&token=***'],
    ['http://user:pass@shop/a@b?{order}&abc#def', 'http://shop/a@b?{order}&***'],
    ['https://pass@shop?token=abc=def', 'https://shop?token=***'],
    ['HTTP://user:p@ss@shop/?a=', 'HTTP://shop/?a=***'],
  ])('shortens %s', (url, shown) => {
    expect(withoutTokens(url)).toBe(shown);
  });
});
