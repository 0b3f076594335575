import { CURRENCY_CODES, decimalsOf, type Currency } from '#kernel/money.js';
import { readAmountRanges } from './amount-ranges.js';

const MAX = 2n ** 63n - 1n;

/** The range that is read for a currency, if it has amounts in it. */
function rangeOf(currency: Currency, from: string, to: string): readonly [bigint, bigint] | undefined {
  const ranges = readAmountRanges(from, to)?.filter(({ currencies }) => currencies.includes(currency)) ?? [];
  expect(ranges.length).toBeLessThan(2);
  return ranges[0] && [ranges[0].from, ranges[0].to];
}

describe('a range of amounts', () => {
  it.each([
    ['1000', '1000', [100_000n, 100_000n], [1_000n, 1_000n]],
    ['1000.00', '1000.00', [100_000n, 100_000n], [1_000n, 1_000n]],
    ['01.50', '1.5', [150n, 150n], undefined],
    ['4096.69', '4096.69', [409_669n, 409_669n], undefined],
    ['4096.690', '4096.690', [409_669n, 409_669n], undefined],
    ['4096.695', '4096.695', undefined, undefined],
    ['0.29', '0.29', [29n, 29n], undefined],
    ['10', '20.5', [1_000n, 2_050n], [10n, 20n]],
    ['10.001', '10.019', [1_001n, 1_001n], undefined],
    ['10.5', '', [1_050n, MAX], [11n, MAX]],
    ['', '0.99', [0n, 99n], [0n, 0n]],
    ['20', '10', undefined, undefined],
    [
      '9007199254740993',
      '9007199254740993',
      [900_719_925_474_099_300n, 900_719_925_474_099_300n],
      [9_007_199_254_740_993n, 9_007_199_254_740_993n],
    ],
    ['1', '9'.repeat(40), [100n, MAX], [1n, MAX]],
    ['9'.repeat(40), '', undefined, undefined],
  ] as const)('from %s to %s is %p satang, %p yen', (from, to, satang, yen) => {
    expect([rangeOf('THB', from, to), rangeOf('JPY', from, to)]).toEqual([satang, yen]);
  });

  it.each([
    ['', ''],
    ['much', 'much'],
    ['1,000', '1,000'],
    ['-1', ''],
    ['+1', ''],
    ['.5', '1'],
    ['1.', '2'],
    ['1e3', '1e3'],
    ['1', 'more'],
    ['๑๐', ''],
  ])('is rejected from "%s" to "%s"', (from, to) => expect(readAmountRanges(from, to)).toBeUndefined());

  it('contains each currency once, with its own decimals', () => {
    for (const currency of CURRENCY_CODES)
      expect(rangeOf(currency, '7', '7')).toEqual(Array(2).fill(7n * 10n ** BigInt(decimalsOf(currency))));
  });
});
