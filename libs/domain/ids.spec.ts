import { newId, newSuffix, withPrefix, type IdentifiedObject } from './ids.js';

const NOW = new Date('2026-01-31T08:15:00.123Z');

/** What clients know the kinds of object by. */
const PREFIXES: Readonly<Record<IdentifiedObject, string>> = {
  account: 'account',
  card: 'card',
  card_payment: 'paym',
  charge: 'chrg',
  customer: 'cust',
  dispute: 'dspt',
  document: 'docu',
  event: 'evnt',
  linked_account: 'lnac',
  payment: 'pay2',
  refund: 'rfnd',
  source: 'src',
  token: 'tokn',
  transaction: 'trxn',
  webhook_delivery: 'whdl',
};

/** Reads base 36 digit by digit, as exactly as it was written. */
function valueOf(suffix: string): bigint {
  return [...suffix].reduce((value, digit) => value * 36n + BigInt(parseInt(digit, 36)), 0n);
}

describe('an id', () => {
  it.each(Object.entries(PREFIXES) as [IdentifiedObject, string][])(
    'of a %s begins with %s, and says when it is of test mode',
    (object, prefix) => {
      expect(newId(object, true, NOW)).toMatch(new RegExp(`^${prefix}_[0-9a-z]{19}$`));
      expect(newId(object, false, NOW)).toMatch(new RegExp(`^${prefix}_test_[0-9a-z]{19}$`));
    },
  );

  it('can be made for a suffix that is known', () => {
    expect(withPrefix('account', true, '0abc')).toBe('account_0abc');
    expect(withPrefix('account', false, '0abc')).toBe('account_test_0abc');
  });
});

describe('the suffix of an id', () => {
  it.each([['1970-01-01T00:00:00.000Z'], ['1970-01-01T00:00:00.001Z'], ['2026-01-31T08:15:00.123Z'], ['2199-12-31T23:59:59.999Z']])(
    'made at %s is 19 characters that hold the millisecond above 55 random bits',
    (time) => {
      const suffix = newSuffix(new Date(time));
      expect(suffix).toMatch(/^[0-9a-z]{19}$/);
      expect(valueOf(suffix) >> 55n).toBe(BigInt(Date.parse(time)));
    },
  );

  it('is filled up with zeros in front', () => {
    expect(newSuffix(new Date(0))).toMatch(/^0{8}/);
  });

  it('sorts by the time it was made, whatever the random part', () => {
    const times = Array.from({ length: 500 }, (_, index) => index ** 4 + index);
    const suffixes = times.map((time) => newSuffix(new Date(time)));
    expect([...suffixes].sort()).toEqual(suffixes);
  });

  it('differs among those made in one millisecond, in all of its random part', () => {
    const values = Array.from({ length: 2_000 }, () => valueOf(newSuffix(NOW)));
    expect(new Set(values).size).toBe(2_000);
    const everSet = values.reduce((bits, value) => bits | value, 0n);
    expect(everSet & ((1n << 55n) - 1n)).toBe((1n << 55n) - 1n);
  });
});
