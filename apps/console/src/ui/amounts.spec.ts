import { mainUnits, minorUnits } from './amounts';

describe('typed amounts', () => {
  it.each([
    ['1,000', 'THB', 100_000],
    ['1 000.5', 'THB', 100_050],
    ['1000', 'JPY', 1_000],
    ['0.07', 'THB', 7],
    ['1.005', 'THB', undefined],
    ['10.5', 'JPY', undefined],
    ['', 'THB', undefined],
    ['-1', 'THB', undefined],
    ['ten', 'THB', undefined],
  ])('of %s in %s', (typed, currency, amount) => {
    expect(minorUnits(typed, currency)).toBe(amount);
    if (amount !== undefined) expect(minorUnits(mainUnits(amount, currency), currency)).toBe(amount);
  });
});
