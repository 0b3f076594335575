import fc from 'fast-check';
import { refusalOf as refusalOfAct } from '#kernel/test/refusal-of.js';
import { DAY_MS } from '#kernel/time.js';
import {
  decideRefund,
  refundabilityOf,
  remainingOf,
  type Charged,
  type RefundRequest,
} from './refund.rules.js';

const PAID_AT = new Date('2026-01-31T08:00:00Z');
const NOW = new Date('2026-01-31T23:59:59Z');
const NEXT_DAY = new Date('2026-02-01T00:00:00Z');

const CHARGE = {
  id: 'chrg_test_0',
  status: 'successful',
  authorizedAt: PAID_AT,
  paidAt: PAID_AT,
  linkedAccountId: null,
  capturedAmount: 1000,
  refundedAmount: 0,
  refundCount: 0,
  voided: false,
  fundingAmount: 7800,
} as const;

const boost = (facts: Partial<Charged['charge']> = {}): Charged => ({
  charge: { ...CHARGE, ...facts },
  source: { type: 'boost' },
  card: null,
  dispute: null,
});
/** A charge of a method. */
const of = (type: string) => (): Charged => ({ ...boost(), source: { type } });
const mobileBanking = (): Charged => ({
  charge: CHARGE,
  source: { type: 'mobile_banking_kbank' },
  card: null,
  dispute: null,
});
const card = (facts: Partial<Charged['charge']> = {}, brand = 'Visa'): Charged => ({
  charge: { ...CHARGE, ...facts },
  source: null,
  card: { brand },
  dispute: null,
});
const linkedAccount = (): Charged => ({
  charge: { ...CHARGE, linkedAccountId: 'lnac_test_0' },
  source: null,
  card: null,
  dispute: null,
});
const daysLater = (days: number): Date => new Date(PAID_AT.getTime() + days * DAY_MS);

function refusalOf(request: RefundRequest, charged: Charged, now = NOW): [code: string, message: string] {
  return refusalOfAct(() => decideRefund(request, charged, now));
}

describe('refundabilityOf', () => {
  it('allows partial refunds of the rest of a paid charge', () => {
    expect(refundabilityOf(boost(), NOW)).toEqual({ remaining: 1000, partial: true, voidable: false });
    expect(refundabilityOf(boost({ refundedAmount: 400 }), NOW)).toEqual({
      remaining: 600,
      partial: true,
      voidable: false,
    });
  });

  it('allows voids of a card charge until a refund', () => {
    expect(refundabilityOf(card(), NOW)).toEqual({ remaining: 1000, partial: true, voidable: true });
    expect(refundabilityOf(card({ refundedAmount: 1 }), NOW)).toEqual({
      remaining: 999,
      partial: true,
      voidable: false,
    });
  });

  it.each([
    ['pending', null],
    ['pending', PAID_AT],
    ['failed', null],
    ['expired', null],
    ['reversed', PAID_AT],
  ] as const)('rejects a charge that is %s (authorized at %p)', (status, authorizedAt) => {
    const charged = boost({ status, authorizedAt, paidAt: null });
    expect(refundabilityOf(charged, NOW)).toEqual({ refusal: `it is ${status}, not paid` });
    expect(remainingOf(charged.charge)).toBe(0);
  });

  it('rejects methods without refunds', () => {
    expect(refundabilityOf(mobileBanking(), NOW)).toEqual({
      refusal: 'mobile_banking_kbank does not support refunds',
    });
    expect(refundabilityOf(linkedAccount(), NOW)).toEqual({
      refusal: 'a linked account does not support refunds',
    });
  });

  it('rejects fully refunded charges', () => {
    expect(refundabilityOf(boost({ refundedAmount: 1000 }), NOW)).toEqual({
      refusal: 'it was already refunded in full',
    });
    expect(refundabilityOf(card({ refundedAmount: 1000, voided: true }), NOW)).toEqual({
      refusal: 'it was already voided',
    });
  });

  it.each([['open'], ['pending'], ['lost']] as const)(
    'rejects charges with a dispute that is %s',
    (status) => {
      const refusal = 'it has a dispute that is not won';
      expect(refundabilityOf({ ...card(), dispute: { status } }, NOW)).toEqual({ refusal });
    },
  );

  it('ignores a won dispute', () => {
    expect(refundabilityOf({ ...card(), dispute: { status: 'won' } }, NOW)).toEqual(
      refundabilityOf(card(), NOW),
    );
  });

  it.each([
    ['boost', boost, 180, '2026-07-30T08:00:00Z'],
    ['GrabPay', of('grabpay'), 90, '2026-05-01T08:00:00Z'],
    ['TrueMoney', of('truemoney'), 30, '2026-03-02T08:00:00Z'],
    ['a Visa card', card, 365, '2027-01-31T08:00:00Z'],
    ['a card of JCB', () => card({}, 'JCB'), 160, '2026-07-10T08:00:00Z'],
    ['a card of American Express', () => card({}, 'American Express'), 160, '2026-07-10T08:00:00Z'],
    ['a card of Diners Club', () => card({}, 'Diners Club'), 160, '2026-07-10T08:00:00Z'],
  ] as const)('lets %s be refunded until its days are over', (_, charged, days, end) => {
    expect(refundabilityOf(charged(), new Date(daysLater(days).getTime() - 1))).toHaveProperty(
      'remaining',
      1000,
    );
    expect(refundabilityOf(charged(), daysLater(days))).toEqual({
      refusal: `its refund period of ${days} days ended at ${end}`,
    });
  });

  it('allows 15 refunds', () => {
    expect(refundabilityOf(boost({ refundedAmount: 14, refundCount: 14 }), NOW)).toHaveProperty(
      'remaining',
      986,
    );
    expect(refundabilityOf(boost({ refundedAmount: 15, refundCount: 15 }), NOW)).toEqual({
      refusal: 'it already has 15 refunds, the maximum',
    });
  });

  it('throws without source and card', () => {
    expect(() => refundabilityOf({ ...card(), card: null }, NOW)).toThrow(
      'Charge chrg_test_0 has no source, no card and no linked account',
    );
  });
});

describe('decideRefund', () => {
  it('refunds a part, with its share of the funding amount', () => {
    expect(decideRefund({ amount: '250' }, boost(), NOW)).toEqual({
      amount: 250,
      fundingAmount: 1950,
      voided: false,
    });
    expect(decideRefund({ amount: 600 }, boost({ refundedAmount: 400 }), NOW)).toEqual({
      amount: 600,
      fundingAmount: 4680,
      voided: false,
    });
  });

  it.each([
    [undefined, 'amount is not a number'],
    ['many', 'amount is not a number'],
    ['2.5', 'amount must be an integer'],
    [0, 'amount must be at least 1'],
    [-5, 'amount must be at least 1'],
    [601, 'amount cannot be higher than the remaining charge amount'],
    ['9'.repeat(400), 'amount cannot be higher than the remaining charge amount'],
  ])('rejects %p', (amount, message) => {
    expect(refusalOf({ amount }, boost({ refundedAmount: 400 }))).toEqual(['failed_refund', message]);
  });

  it('first reports why the charge is not refundable', () => {
    expect(refusalOf({ amount: 'many' }, mobileBanking())).toEqual([
      'failed_refund',
      "charge can't be refunded: mobile_banking_kbank does not support refunds",
    ]);
  });
});

describe('a full refund of a card charge', () => {
  it('is a void on the day of payment, and a refund from the next day', () => {
    expect(decideRefund({ amount: 1000 }, card(), NOW)).toEqual({
      amount: 1000,
      fundingAmount: 7800,
      voided: true,
    });
    expect(decideRefund({ amount: 1000, void: true }, card(), NOW).voided).toBe(true);
    expect(decideRefund({ amount: 1000 }, card(), NEXT_DAY)).toEqual({
      amount: 1000,
      fundingAmount: 7800,
      voided: false,
    });
  });

  it('is an ordinary refund if the merchant requests it', () => {
    expect(decideRefund({ amount: 1000, void: false }, card(), NOW).voided).toBe(false);
  });
});

describe('a void', () => {
  it('is not the default for partial refunds or the rest of a charge', () => {
    expect(decideRefund({ amount: 999 }, card(), NOW).voided).toBe(false);
    expect(decideRefund({ amount: 600 }, card({ refundedAmount: 400 }), NOW).voided).toBe(false);
    expect(decideRefund({ amount: 1000 }, boost(), NOW).voided).toBe(false);
  });

  it.each<[string, number, Charged, Date, string]>([
    ['of a part', 999, card(), NOW, 'a void must be of the full amount, 1000'],
    ['of a rest', 600, card({ refundedAmount: 400 }), NOW, 'a partially refunded charge cannot be voided'],
    ['on another day', 1000, card(), NEXT_DAY, 'a charge can be voided only on its payment day (UTC)'],
    ['of boost', 1000, boost(), NOW, 'a charge of boost cannot be voided'],
  ])('%s is rejected', (_, amount, charged, now, message) => {
    expect(refusalOf({ amount, void: true }, charged, now)).toEqual(['failed_void', message]);
  });
});

describe('the funding amounts of refunds', () => {
  it('add up to the charge’s for every division, and are never negative', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1e15 }), (parts, fundingAmount) => {
        const capturedAmount = parts.reduce((sum, part) => sum + part, 0);
        let [refundedAmount, given] = [0, 0];
        for (const amount of parts) {
          const refund = decideRefund(
            { amount },
            boost({ capturedAmount, refundedAmount, fundingAmount }),
            NOW,
          );
          expect(refund.fundingAmount).toBeGreaterThanOrEqual(0);
          refundedAmount += amount;
          given += refund.fundingAmount;
        }
        expect(given).toBe(fundingAmount);
      }),
    );
  });
});
