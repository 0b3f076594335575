import { amountToTransfer, isPercentage, readTransferTerms } from './transfer-terms.js';

const all = { amount: null, percentage_of_balance: 100, currency: 'THB' } as const;

describe('the amount of a scheduled transfer', () => {
  it.each([1, 100, 0.01, 33.33, '75.0', '100.00'])('can be %p percent of the balance', (part) => {
    expect(isPercentage(part)).toBe(true);
  });

  it.each([0, '0.00', -1, 100.01, 101, 0.001, '1e1', '', ' 5', null, [5], NaN])(
    'cannot be %p percent of the balance',
    (part) => {
      expect(isPercentage(part)).toBe(false);
    },
  );

  it('is a fixed amount that covers the fee, or a percentage, not both', () => {
    expect(readTransferTerms({ amount: '3000' }, 'THB')).toEqual({
      amount: 3_000,
      percentage_of_balance: null,
      currency: 'THB',
    });
    expect(readTransferTerms({ percentage_of_balance: '75.0' }, 'THB')).toEqual({
      ...all,
      percentage_of_balance: 75,
    });
    expect(readTransferTerms({ amount: 2_999 }, 'THB')).toEqual({
      problems: ['amount must be at least 3000'],
    });
    const either = { problems: ['transfer must have either amount or percentage_of_balance'] };
    expect(readTransferTerms({}, 'THB')).toEqual(either);
    expect(readTransferTerms({ amount: 3_000, percentage_of_balance: 1 }, 'THB')).toEqual(either);
  });

  it('is at most the transferable balance and at least the fee', () => {
    const fixed = { ...all, amount: 5_000, percentage_of_balance: null };
    expect([5_000, 4_999, -1].map((transferable) => amountToTransfer(fixed, transferable))).toEqual([
      5_000,
      null,
      null,
    ]);
    expect([3_000, 2_999, 0].map((transferable) => amountToTransfer(all, transferable))).toEqual([
      3_000,
      null,
      null,
    ]);
    expect(amountToTransfer({ ...all, percentage_of_balance: 33.33 }, 100_005)).toBe(33_332);
    expect(amountToTransfer({ ...all, percentage_of_balance: 0.01 }, Number.MAX_SAFE_INTEGER)).toBe(
      900_719_925_474,
    );
  });
});
