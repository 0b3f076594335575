import { instalmentsOf } from './instalments.js';

describe('the instalments of an amount', () => {
  it.each([
    [600_000, 6, 100_000, 100_000],
    [100_000, 3, 33_333, 33_334],
    [500_000, 9, 55_555, 55_560],
    [12, 36, 0, 12],
  ])('add up to it: %i in %i months', (amount, term, each, last) => {
    expect(instalmentsOf(amount, term)).toEqual({ each, last });
    expect(each * (term - 1) + last).toBe(amount);
  });
});
