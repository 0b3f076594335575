import {
  CURRENCY_CODES,
  exchange,
  feesOf,
  formatMoney,
  parseCurrency,
  shareOf,
  type Currency,
} from './money.js';

describe('parseCurrency', () => {
  it.each(CURRENCY_CODES.map((code) => [code]))('reads %s in any letter case', (code) => {
    expect(code).toMatch(/^[A-Z]{3}$/);
    expect(parseCurrency(code)).toBe(code);
    expect(parseCurrency(code.toLowerCase())).toBe(code);
    expect(parseCurrency(code.charAt(0) + code.slice(1).toLowerCase())).toBe(code);
  });

  it.each([
    ['XXX'],
    [''],
    ['THB '],
    ['toString'],
    ['__proto__'],
    [undefined],
    [null],
    [764],
    [['THB']],
    [{}],
  ])('does not know %p', (value) => {
    expect(parseCurrency(value)).toBeUndefined();
  });
});

const NO_INTEREST = { interest: 0, interestVat: 0 };

describe('feesOf', () => {
  it.each([
    [31_000, 1132, 79, 29_789],
    [101_645, 3710, 260, 97_675],
    [12_349, 451, 32, 11_866],
    [3049, 111, 8, 2930],
    [100_000, 3650, 256, 96_094],
    [50_000, 1825, 128, 48_047],
    [300_049, 10_952, 767, 288_330],
    [5000, 183, 13, 4804],
    [3000, 110, 8, 2882],
  ])('takes 3.65%% of %d: %d, with %d of VAT, and leaves %d', (base, fee, feeVat, net) => {
    expect(feesOf(base, { feeFlat: '0.0', feeRate: '3.65', vatRate: '7.0' }, '0.0')).toEqual({
      fee,
      feeVat,
      net,
      ...NO_INTEREST,
    });
  });

  it.each([
    [500_000, 8250, 578, 491_172],
    [20_000, 330, 23, 19_647],
  ])('takes 1.65%% of %d: %d, with %d of VAT, and leaves %d', (base, fee, feeVat, net) => {
    expect(feesOf(base, { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' }, '0.0')).toEqual({
      fee,
      feeVat,
      net,
      ...NO_INTEREST,
    });
  });

  it('accepts rates without a decimal point, and a VAT of 0', () => {
    expect(feesOf(400_000, { feeFlat: '0', feeRate: '1', vatRate: '0' }, '0')).toEqual({
      fee: 4000,
      feeVat: 0,
      net: 396_000,
      ...NO_INTEREST,
    });
  });

  it.each([
    ['10', 1000],
    ['2.5', 250],
    ['0.05', 5],
    ['2.345', 235],
  ])('adds a flat fee of %s on top, with its VAT', (feeFlat, flat) => {
    const fee = 1000 + flat;
    const feeVat = Math.round(fee / 10);
    expect(feesOf(100_000, { feeFlat, feeRate: '1.0', vatRate: '10.0' }, '0.0')).toMatchObject({
      fee,
      feeVat,
      net: 100_000 - fee - feeVat,
    });
  });

  it('is exact where floating point is not', () => {
    expect(Math.round(7000 * (3.65 / 100))).toBe(255);
    expect(feesOf(7000, { feeFlat: '0.0', feeRate: '3.65', vatRate: '7.0' }, '0.0').fee).toBe(256);
  });

  it('deducts the interest that the merchant pays, with its VAT', () => {
    expect(feesOf(200_001, { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' }, '2.4')).toEqual({
      fee: 3300,
      feeVat: 231,
      interest: 4800,
      interestVat: 336,
      net: 191_334,
    });
  });
});

describe('exchange', () => {
  it.each<[number, Currency, number, Currency]>([
    [12_345, 'THB', 12_345, 'THB'],
    [100, 'USD', 3300, 'THB'],
    [3300, 'THB', 100, 'USD'],
    [100, 'MYR', 780, 'THB'],
    [2150, 'THB', 100, 'AUD'],
    [100, 'CNY', 460, 'THB'],
    [100, 'DKK', 510, 'THB'],
    [100, 'EUR', 3800, 'THB'],
    [100, 'GBP', 4400, 'THB'],
    [100, 'HKD', 420, 'THB'],
    [100, 'SGD', 2550, 'THB'],
    [100, 'CHF', 4000, 'THB'],
    [100, 'GBP', 133, 'USD'],
  ])('converts %d %s to %d %s', (amount, from, exchanged, to) => {
    expect(exchange(amount, from, to)).toBe(exchanged);
  });

  it.each<[number, Currency, number, Currency]>([
    [1, 'JPY', 22, 'THB'],
    [500, 'JPY', 11_000, 'THB'],
    [2200, 'THB', 100, 'JPY'],
    [3, 'JPY', 2, 'USD'],
    [100, 'USD', 150, 'JPY'],
    [500, 'JPY', 500, 'JPY'],
  ])('handles yen without decimals: %d %s are %d %s', (amount, from, exchanged, to) => {
    expect(exchange(amount, from, to)).toBe(exchanged);
  });

  it.each<[number, Currency, number, Currency]>([
    [19, 'THB', 0, 'CHF'],
    [20, 'THB', 1, 'CHF'],
    [59, 'THB', 1, 'CHF'],
    [60, 'THB', 2, 'CHF'],
    [10, 'THB', 0, 'JPY'],
    [11, 'THB', 1, 'JPY'],
    [1, 'USD', 2, 'JPY'],
  ])('rounds half up: %d %s are %d %s', (amount, from, exchanged, to) => {
    expect(exchange(amount, from, to)).toBe(exchanged);
  });
});

describe('shareOf', () => {
  it.each([
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [100, 3, 3, 100],
    [1, 1, 2, 1],
    [0, 5, 10, 0],
    [9_007_199_254_740_991, 1, 3, 3_002_399_751_580_330],
    [9_007_199_254_740_991, 9_007_199_254_740_990, 9_007_199_254_740_991, 9_007_199_254_740_990],
  ])('of %d, for %d of %d, is %d', (amount, part, whole, share) => {
    expect(shareOf(amount, part, whole)).toBe(share);
  });
});

describe('formatMoney', () => {
  it.each<[number, Currency, string]>([
    [123_450, 'THB', 'THB 1,234.50'],
    [5, 'MYR', 'MYR 0.05'],
    [1234, 'JPY', 'JPY 1,234'],
    [15_000_000, 'THB', 'THB 150,000.00'],
  ])('shows %d %s as %s', (amount, currency, shown) => {
    expect(formatMoney(amount, currency)).toBe(shown);
  });
});
