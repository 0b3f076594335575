import { ApiError } from '#kernel/errors.js';
import type { Charged } from '../../refunds/rules/refund.rules.js';
import { exampleCharge } from '../../test/examples.js';
import { assertDisputable, disputabilityOf } from './dispute.rules.js';

const PAID = {
  ...exampleCharge,
  status: 'successful',
  amount: 1_000,
  capturedAmount: 1_000,
  fundingAmount: 33_333,
  paidAt: exampleCharge.createdAt,
} as const;

const charged = (facts: Partial<Charged['charge']> = {}, rest: Partial<Charged> = {}): Charged => ({
  charge: { ...PAID, ...facts },
  source: null,
  card: { brand: 'Visa' },
  dispute: null,
  ...rest,
});

describe('disputabilityOf', () => {
  it('returns the captured and not refunded amount, and the rest of the funding amount', () => {
    expect(disputabilityOf(charged())).toEqual({ amount: 1_000, fundingAmount: 33_333 });
    expect(disputabilityOf(charged({ refundedAmount: 333 }))).toEqual({
      amount: 667,
      fundingAmount: 33_333 - 11_100,
    });
  });

  it.each([
    [
      'a source',
      charged({}, { source: { type: 'boost' }, card: null }),
      'only a card charge can be disputed',
    ],
    [
      'one that failed',
      charged({ status: 'failed' }),
      'only a paid charge can be disputed; this one is failed',
    ],
    [
      'one that waits',
      charged({ status: 'pending', authorizedAt: null }),
      'only a paid charge can be disputed; this one is pending',
    ],
    [
      'one that is given back',
      charged({ refundedAmount: 1_000 }),
      'a fully refunded charge cannot be disputed',
    ],
    [
      'one that is disputed',
      charged({}, { dispute: { status: 'open' } }),
      'charge already has a dispute, which is open',
    ],
    [
      'one that is lost',
      charged({}, { dispute: { status: 'lost' } }),
      'charge already has a dispute, which is lost',
    ],
  ])('rejects %s', (_, facts, refusal) => {
    expect(disputabilityOf(facts)).toEqual({ refusal });
    expect(() => assertDisputable(facts)).toThrow(new ApiError('invalid_dispute', refusal));
  });

  it('ignores a won dispute', () => {
    expect(assertDisputable(charged({}, { dispute: { status: 'won' } }))).toEqual({
      amount: 1_000,
      fundingAmount: 33_333,
    });
  });
});
