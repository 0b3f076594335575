import { tell } from './story.js';

const BREACH = { law: 'fulfilled twice', text: 'The shop says {"count":2}.' } as const;

describe('the story of a finding', () => {
  it('has sentences without numbers if there is one order', () => {
    const plan = {
      orders: [{ method: 'promptpay', amount: 123_450, currency: 'THB' }],
      steps: [
        { do: 'begin', order: 1, trouble: 'lost answer' },
        { do: 'pay', order: 1 },
        { do: 'webhooks', order: 1, arrive: 'at once' },
      ],
    } as const;
    expect(tell(plan, 1, BREACH)).toEqual([
      'The order costs 1234.50 THB, by promptpay.',
      'The customer begins the order; the call that creates the charge is done, and its answer is lost; if the checkout fails, the customer tries again.',
      'The customer pays the order.',
      'The webhooks of the order arrive, each of them twice at the same time.',
      'At the end, webhooks that are left arrive in order.',
      'The shop says {"count":2}.',
    ]);
  });

  it('has the months of a subscription', () => {
    const plan = {
      orders: [{ method: 'card', amount: 123_450, currency: 'THB', every: 'month' }],
      steps: [
        { do: 'begin', order: 1, trouble: 'lost answer' },
        { do: 'renew', order: 1, isDeclined: true },
        { do: 'renew', order: 1 },
      ],
    } as const;
    expect(tell(plan, 1, BREACH)).toEqual([
      'The order costs 1234.50 THB every month, by card.',
      'The customer begins the order with a card; the call that creates the schedule is done, and its answer is lost; if the checkout fails, the customer tries again.',
      'The next charge of the order is due, and is declined.',
      'The next charge of the order is due.',
      'At the end, the merchant deletes the schedules.',
      'At the end, webhooks that are left arrive in order.',
      'The shop says {"count":2}.',
    ]);
  });

  it('names its orders if there are several', () => {
    const order = { method: 'card', amount: 500, currency: 'JPY' };
    const plan = {
      orders: [order, order],
      steps: [
        { do: 'begin', order: 2, isDeclined: true },
        { do: 'advance' },
        { do: 'refund', order: 1, percent: 30 },
      ],
    } as const;
    expect(tell(plan, 2, BREACH)).toEqual([
      'Order 1 costs 500 JPY, by card.',
      'Order 2 costs 500 JPY, by card.',
      'The customer begins order 2 with a card that is declined.',
      'The clock jumps past every expiry.',
      'The merchant refunds 30% of order 1.',
      'At the end, webhooks that are left arrive in order.',
      'Order 2: The shop says {"count":2}.',
    ]);
  });
});
