import { MAX_URI_LENGTH } from '#kernel/http-url.js';
import {
  MAX_COMPLETE_URL_LENGTH,
  sessionPhaseOf,
  sessionStatusOf,
  withChargeId,
  type CheckoutSession,
} from './checkout-session.js';
import { assertPayable } from './checkout-session.rules.js';

const NOW = new Date('2026-01-31T08:00:00Z');
const LATER = new Date('2026-02-01T08:00:00Z');
const session: CheckoutSession = {
  id: 'sess_test_0',
  accountId: 'account_0',
  livemode: false,
  version: 0,
  amount: 2_000,
  currency: 'THB',
  orderId: null,
  description: null,
  paymentMethods: ['card'],
  metadata: {},
  themeColor: null,
  textColor: null,
  locale: null,
  completeUrl: 'https://shop.example/complete',
  cancelUrl: 'https://shop.example/cancel',
  autoCapture: true,
  webhookEndpoints: [],
  chargeId: null,
  createdAt: NOW,
  expiresAt: LATER,
  cancelledAt: null,
};

describe('a checkout session', () => {
  it.each([
    ['is open until its time ends', {}, NOW, 'open', 'pending'],
    ['is over when its time ends', {}, LATER, 'expired', 'expired'],
    ['is over once it is cancelled', { cancelledAt: NOW }, LATER, 'cancelled', 'cancelled'],
    ['has a payment whatever the time', { chargeId: 'chrg_test_0' }, LATER, 'paid', 'failed'],
  ] as const)('%s', (_, changes, now, phase, status) => {
    const charge = phase === 'paid' ? ({ status: 'failed', authorizedAt: null } as const) : null;
    expect(sessionPhaseOf({ ...session, ...changes }, now)).toBe(phase);
    expect(sessionStatusOf({ ...session, ...changes }, charge, now)).toBe(status);
  });

  it.each([
    ['pending', null, 'pending'],
    ['pending', NOW, 'successful'],
    ['successful', NOW, 'successful'],
    ['reversed', NOW, 'reversed'],
    ['expired', null, 'expired'],
  ] as const)('with a charge that is %s, authorized at %s, is %s', (status, authorizedAt, expected) => {
    expect(sessionStatusOf({ ...session, chargeId: 'chrg_test_0' }, { status, authorizedAt }, NOW)).toBe(
      expected,
    );
  });

  it('cannot be paid once it is over', () => {
    expect(() => assertPayable(session, NOW)).not.toThrow();
    expect(() => assertPayable(session, LATER)).toThrow('the session has expired; create a new session');
    expect(() => assertPayable({ ...session, cancelledAt: NOW }, NOW)).toThrow(
      'the session was cancelled; create a new session',
    );
    expect(() => assertPayable({ ...session, chargeId: 'chrg_test_0' }, NOW)).toThrow(
      'the session already has a payment',
    );
    expect(() => assertPayable({ ...session, chargeId: 'chrg_test_0' }, NOW, 'chrg_test_0')).not.toThrow();
    expect(() => assertPayable({ ...session, chargeId: 'chrg_test_0' }, NOW, 'chrg_test_1')).toThrow();
  });
});

describe('the return address of the customer', () => {
  it.each([
    ['https://shop.example/complete', 'https://shop.example/complete?chargeId=chrg_1'],
    ['https://shop.example/?a=b%20c', 'https://shop.example/?a=b%20c&chargeId=chrg_1'],
    ['https://shop.example/?', 'https://shop.example/?chargeId=chrg_1'],
    ['https://shop.example/?a&', 'https://shop.example/?a&chargeId=chrg_1'],
    ['https://shop.example/#a?b', 'https://shop.example/?chargeId=chrg_1#a?b'],
    ['https://ร้าน.example/ก?a=ข#ค', 'https://ร้าน.example/ก?a=ข&chargeId=chrg_1#ค'],
  ])('%s becomes %s', (address, expected) => {
    expect(withChargeId(address, 'chrg_1')).toBe(expected);
  });

  it('is at most as long as a stored address', () => {
    const longest = `https://shop.example/${'a'.repeat(MAX_COMPLETE_URL_LENGTH - 21)}`;
    expect(withChargeId(longest, `chrg_test_${'0'.repeat(19)}`)).toHaveLength(MAX_URI_LENGTH);
  });
});
