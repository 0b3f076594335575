import { jest } from '@jest/globals';
import { madeAt, newSuffix, withPrefix } from './ids.js';

/** Reads base 36 digit by digit, as exactly as it was written. */
function valueOf(suffix: string): bigint {
  return [...suffix].reduce((value, digit) => value * 36n + BigInt(parseInt(digit, 36)), 0n);
}

describe('an id', () => {
  it.each([
    ['charge', 'chrg'],
    ['checkout_session', 'sess'],
    ['payment', 'pay2'],
  ] as const)('of a %s begins with %s, then with `test` in test mode', (object, prefix) => {
    expect(withPrefix(object, true, newSuffix())).toMatch(new RegExp(`^${prefix}_[0-9a-z]{19}$`));
    expect(withPrefix(object, false, newSuffix())).toMatch(new RegExp(`^${prefix}_test_[0-9a-z]{19}$`));
  });

  it('can be created with a given suffix', () => {
    expect(withPrefix('account', true, '0abc')).toBe('account_0abc');
    expect(withPrefix('account', false, '0abc')).toBe('account_test_0abc');
  });
});

describe('the suffix of an id', () => {
  const at = (time: number): void => void jest.spyOn(Date, 'now').mockReturnValue(time);

  afterEach(() => jest.restoreAllMocks());

  it.each([['2199-12-30T08:15:00.123Z'], ['2199-12-31T23:59:59.998Z'], ['2199-12-31T23:59:59.999Z']])(
    'made at %s is 19 characters that hold the millisecond above 55 random bits',
    (time) => {
      at(Date.parse(time));
      const suffix = newSuffix();
      expect(suffix).toMatch(/^[0-9a-z]{19}$/);
      expect(valueOf(suffix) >> 55n).toBe(BigInt(Date.parse(time)));
      expect(madeAt(`chrg_test_${suffix}`)).toEqual(new Date(time));
    },
  );

  it('grows with each id, even within a millisecond or if the system clock is set back', () => {
    const begun = Date.parse('2200-01-01T00:00:00Z');
    const suffixes = [0, 0, 0, 1, 1, 5, 3, 3, 6].flatMap((ms) => {
      at(begun + ms);
      return [newSuffix(), newSuffix()];
    });
    expect([...suffixes].sort()).toEqual(suffixes);
    expect(new Set(suffixes).size).toBe(suffixes.length);
  });

  it('uses its whole random part, and cannot be guessed from the previous one', () => {
    const begun = Date.parse('2200-02-01T00:00:00Z');
    const values = Array.from({ length: 2_000 }, (_, index) => {
      at(begun + index);
      return valueOf(newSuffix());
    });
    const everSet = values.reduce((bits, value) => bits | value, 0n);
    expect(everSet & ((1n << 55n) - 1n)).toBe((1n << 55n) - 1n);
    const steps = Array.from({ length: 200 }, () => valueOf(newSuffix())).map(
      (value, index, all) => value - (all[index - 1] ?? value),
    );
    expect(new Set(steps).size).toBe(200);
  });
});
