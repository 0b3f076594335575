import { breachOf, type ChargeTruth, type Looks, type Shown } from './law.js';

const FIELDS = ['status', 'count'];
const ORDER = { method: 'promptpay', amount: 2_000, currency: 'THB' };
const SUBSCRIPTION = { method: 'card', amount: 2_000, currency: 'THB', every: 'month' } as const;
const LOOKS: Looks = {
  pending: { status: 'pending', count: 0 },
  paid: { status: 'paid', count: 1 },
  failed: { status: 'failed', count: 0 },
  followsAmount: true,
  subscribed: [
    { payments: 1, shown: { status: 'paid', count: 1 } },
    { payments: 2, shown: { status: 'paid', count: 2 } },
  ],
};

function charge(status: string, more: Partial<ChargeTruth> = {}): ChargeTruth {
  return {
    id: 'chrg_test_1',
    status,
    amount: 2_000,
    currency: 'THB',
    refunded: 0,
    isLost: false,
    schedule: null,
    ...more,
  };
}

function lawOf(charges: ChargeTruth[], shown: Shown, looks: Partial<Looks> = {}): string | undefined {
  return breachOf(ORDER, charges, shown, FIELDS, { ...LOOKS, ...looks })?.law;
}

describe('the law of a soak', () => {
  it.each<[string, ChargeTruth[], Shown]>([
    ['an unpaid order that is pending', [charge('pending')], { status: 'pending', count: 0 }],
    ['a paid order', [charge('successful')], { status: 'paid', count: 1 }],
    [
      'a paid order whose first charge failed',
      [charge('failed'), charge('successful')],
      { status: 'paid', count: 1 },
    ],
    [
      'an order that was refunded in part',
      [charge('successful', { refunded: 500 })],
      { status: 'paid', count: 1 },
    ],
    [
      'its own word for an order that was refunded in part',
      [charge('successful', { refunded: 500 })],
      { status: 'partly refunded', count: 1 },
    ],
    [
      'an order that was refunded in full',
      [charge('successful', { refunded: 2_000 })],
      { status: 'refunded', count: 1 },
    ],
    [
      'an order that was refunded before it was fulfilled',
      [charge('successful', { refunded: 2_000 })],
      { status: 'refunded', count: 0 },
    ],
    ['an order that failed', [charge('failed')], { status: 'failed', count: 0 }],
    ['an order without a charge', [], { status: 'unknown', count: 0 }],
    [
      'either look of an order whose dispute was lost',
      [charge('successful', { isLost: true })],
      { status: 'paid', count: 1 },
    ],
    [
      'other fields that agree',
      [charge('successful', { refunded: 5 })],
      { status: 'paid', count: 1, amount: 2_000, currency: 'thb', refunded: '5' },
    ],
  ])('allows %s', (_, charges, shown) => {
    expect(lawOf(charges, shown)).toBeUndefined();
  });

  it.each<[string, string, ChargeTruth[], Shown]>([
    ['paid without money', 'a paid order that nobody paid', [charge('failed')], { status: 'paid', count: 1 }],
    ['paid without money', 'a paid order without a charge', [], { status: 'paid', count: 1 }],
    [
      'paid without money',
      'a paid order that was refunded',
      [charge('successful', { refunded: 2_000 })],
      { status: 'paid', count: 1 },
    ],
    [
      'paid without money',
      'a failed order that was fulfilled',
      [charge('failed')],
      { status: 'failed', count: 1 },
    ],
    [
      'money without an order',
      'a failed order that was refunded in part',
      [charge('successful', { refunded: 500 })],
      { status: 'failed', count: 0 },
    ],
    [
      'money without an order',
      'a pending order that was paid',
      [charge('successful')],
      { status: 'pending', count: 0 },
    ],
    [
      'money without an order',
      'an order that is paid, but not fulfilled',
      [charge('successful')],
      { status: 'paid', count: 0 },
    ],
    [
      'fulfilled twice',
      'an order that was fulfilled twice',
      [charge('successful')],
      { status: 'paid', count: 2 },
    ],
    [
      'fulfilled twice',
      'a refunded order that was fulfilled twice',
      [charge('successful', { refunded: 2_000 })],
      { status: 'refunded', count: 2 },
    ],
    [
      'charged twice',
      'two paid charges',
      [charge('successful'), charge('successful')],
      { status: 'paid', count: 1 },
    ],
    [
      'left pending',
      'a pending order whose charges have expired',
      [charge('expired')],
      { status: 'pending', count: 0 },
    ],
    [
      'wrong charge',
      'a charge in another currency',
      [charge('successful', { currency: 'JPY' })],
      { status: 'paid', count: 1 },
    ],
    [
      'wrong charge',
      'a charge of another amount',
      [charge('pending', { amount: 20 })],
      { status: 'pending', count: 0 },
    ],
    [
      'wrong amount',
      'another refunded amount',
      [charge('successful', { refunded: 5 })],
      { status: 'paid', count: 1, refunded: 0 },
    ],
  ])('calls it “%s”: %s', (law, _, charges, shown) => {
    expect(lawOf(charges, shown)).toBe(law);
  });

  describe('of a subscription', () => {
    const paid = (more?: Partial<ChargeTruth>): ChargeTruth =>
      charge('successful', { schedule: 'schd_test_1', ...more });
    const declined = charge('failed', { schedule: 'schd_test_1' });

    it.each<[string, ChargeTruth[], Shown]>([
      ['one that was paid three times', [paid(), paid(), paid()], { status: 'paid', count: 3 }],
      ['its own word after a decline', [paid(), declined], { status: 'past due', count: 1 }],
      ['one whose first charge was declined', [declined], { status: 'pending', count: 0 }],
      ['one without a charge', [], { status: 'pending', count: 0 }],
      ['one that is active before it is paid', [declined], { status: 'paid', count: 0 }],
      [
        'one whose first payment no schedule made',
        [paid({ schedule: null }), paid()],
        { status: 'paid', count: 2 },
      ],
      [
        'one whose second schedule was refunded',
        [paid(), paid({ schedule: 'schd_test_2', refunded: 2_000 })],
        { status: 'paid', count: 2 },
      ],
    ])('allows %s', (_, charges, shown) => {
      expect(breachOf(SUBSCRIPTION, charges, shown, FIELDS, LOOKS)).toBeUndefined();
    });

    it.each<[string, string, ChargeTruth[], Shown]>([
      ['fulfilled twice', 'a month that counts twice', [paid(), paid()], { status: 'paid', count: 3 }],
      [
        'money without an order',
        'a month that is not counted',
        [paid(), paid()],
        { status: 'paid', count: 1 },
      ],
      ['money without an order', 'a paid one that is pending', [paid()], { status: 'pending', count: 1 }],
      ['paid without money', 'a declined one that counts', [declined], { status: 'pending', count: 1 }],
      [
        'charged twice',
        'two schedules',
        [paid(), paid({ schedule: 'schd_test_2' })],
        { status: 'paid', count: 2 },
      ],
      ['wrong charge', 'another amount', [paid({ amount: 20 })], { status: 'paid', count: 1 }],
    ])('calls it “%s”: %s', (law, _, charges, shown) => {
      expect(breachOf(SUBSCRIPTION, charges, shown, FIELDS, LOOKS)?.law).toBe(law);
    });

    it('compares nothing with the looks of a shop that showed none', () => {
      const looks = { ...LOOKS, subscribed: [] };
      const state = { status: 'paid', count: 1 };
      expect(breachOf(SUBSCRIPTION, [paid()], state, FIELDS, looks)).toBeUndefined();
      const two = [paid(), paid({ schedule: 'schd_test_2' })];
      expect(breachOf(SUBSCRIPTION, two, state, FIELDS, looks)?.law).toBe('charged twice');
    });

    it('takes a shop at its word that counts a subscription once', () => {
      const once = { status: 'active', count: 1 };
      const subscribed = [2, 3].map((payments) => ({ payments, shown: once }));
      const looks = { ...LOOKS, subscribed };
      expect(breachOf(SUBSCRIPTION, [paid(), paid(), paid(), paid()], once, FIELDS, looks)).toBeUndefined();
      const again = { status: 'active', count: 2 };
      expect(breachOf(SUBSCRIPTION, [paid()], again, FIELDS, looks)?.law).toBe('fulfilled twice');
    });
  });

  it('does not compare what the shop does not follow or show', () => {
    const other = [charge('successful', { amount: 20 })];
    expect(lawOf(other, { status: 'paid', count: 1 }, { followsAmount: false })).toBeUndefined();
    const failed = [charge('failed')];
    expect(lawOf(failed, { status: 'pending', count: 0 }, { failed: LOOKS.pending })).toBeUndefined();
  });
});
