import { amountRangeProblem, isFraction, parseAmount } from './amount.js';

describe('parseAmount', () => {
  it.each([
    [2000, 2000],
    ['2000', 2000],
    [0, 0],
    [-1, -1],
    ['-1', -1],
    [1e3, 1000],
    [1e21, 1e21],
    [-1e21, -1e21],
    [Infinity, Infinity],
    ['9'.repeat(30), 1e30],
  ])('reads %p as %d', (sent, value) => {
    expect(parseAmount(sent)).toEqual({ value });
  });

  it.each([[20.5], ['20.5'], ['20.0'], ['-0.5'], [0.1 + 0.2], [1e-7], [-1e-7]])(
    'rejects %p, which is not an integer',
    (sent) => {
      expect(parseAmount(sent)).toEqual({ problem: 'amount must be an integer' });
      expect(isFraction(sent)).toBe(true);
    },
  );

  it.each([[2000], ['2000'], [1e21], ['abc'], [undefined], [[20.5]]])('finds no fraction in %p', (sent) => {
    expect(isFraction(sent)).toBe(false);
  });

  it.each([
    [undefined],
    [null],
    [''],
    [' '],
    ['abc'],
    ['1e3'],
    ['0x10'],
    ['1,000'],
    ['10 THB'],
    ['1.'],
    ['.5'],
    ['- 1'],
    [' 2000 '],
    ['2000\n'],
    ['+2000'],
    ['02000'],
    ['-02000'],
    ['02.5'],
    ['٢٠٠٠'],
    ['Infinity'],
    [NaN],
    [true],
    [[2000]],
    [[]],
    [{}],
    [{ value: 2000 }],
    [{ toString: () => '2000' }],
  ])('rejects %p, which is not a number', (sent) => {
    expect(parseAmount(sent)).toEqual({ problem: 'amount is not a number' });
  });
});

describe('amountRangeProblem', () => {
  const limits = { min: 100, max: 499_900 };

  it.each([
    [99, 'amount must be at least 100'],
    [-100, 'amount must be at least 100'],
    [100, undefined],
    [499_900, undefined],
    [499_901, 'amount must be less than 499901'],
    [Infinity, 'amount must be less than 499901'],
  ])('returns for %d: %p', (amount, problem) => {
    expect(amountRangeProblem(amount, limits)).toBe(problem);
  });
});
