import { bodyOf, commandOf, SHOP_DEFAULTS, shopParametersOf } from './shop-words';

const RUN = {
  receiver: 'http://127.0.0.1:3000/webhooks',
  probe: 'http://127.0.0.1:3000/orders/{order}',
  checkout: null,
  order_key: 'order id',
  expect: ['paid'],
  settle: '200ms',
  start: '1m',
};

describe('the parameters of a run against a shop', () => {
  it('are sent without defaults and empty ones', () => {
    expect(bodyOf({ ...SHOP_DEFAULTS, receiver: 'http://shop', settle: '2s', orders: '5' })).toEqual({
      receiver: 'http://shop',
      settle: '2s',
      orders: '5',
    });
  });

  it('are those of another run', () => {
    expect(bodyOf(shopParametersOf(RUN))).toEqual({
      receiver: RUN.receiver,
      probe: RUN.probe,
      order_key: 'order id',
      expect: 'paid',
      settle: '200ms',
    });
  });

  it('are a command for a shell', () => {
    const parameters = { ...shopParametersOf(RUN), expect: 'status,count', settle: '1s', only: 'a,b' };
    expect(commandOf('exam', 'shop', parameters)).toBe(
      `npx tollgate exam --sandbox shop --receiver http://127.0.0.1:3000/webhooks --probe 'http://127.0.0.1:3000/orders/{order}' --order-key 'order id' --only a,b`,
    );
  });

  it('hide tokens in URLs', () => {
    const parameters = {
      ...SHOP_DEFAULTS,
      receiver: 'http://user:pass@shop/hook?token=t-secret',
      probe: 'http://shop/orders?id={order}&key=t-secret#t-secret',
    };
    expect(commandOf('soak', 'shop', parameters)).toBe(
      "npx tollgate soak --sandbox shop --receiver 'http://shop/hook?token=***' --probe 'http://shop/orders?id={order}&key=***'",
    );
  });

  it('leave out the command of a caller', () => {
    expect(commandOf('exam', 'shop', { ...SHOP_DEFAULTS, receiver: 'http://shop', probe: 'caller' })).toBe(
      'npx tollgate exam --sandbox shop --receiver http://shop --probe COMMAND',
    );
  });
});
