import { currencyOfCountry, isCountry } from './countries.js';

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode('A'.charCodeAt(0) + index));
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

describe('isCountry', () => {
  it('accepts the 249 assigned codes, each of which has a name', () => {
    const codes = PAIRS.filter(isCountry);
    expect(codes).toHaveLength(249);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it.each(['TH', 'th', 'Jp', 'SG', 'MY', 'GB', 'SS'])('accepts %s', (code) => {
    expect(isCountry(code)).toBe(true);
  });

  it.each(['XX', 'ZZ', 'UK', 'EU', 'SU', 'AN', 'XK', 'T', 'THA', '', '76', 'T ', 'ＴＨ'])(
    'rejects %j',
    (code) => {
      expect(isCountry(code)).toBe(false);
    },
  );
});

describe('the currency of a country', () => {
  it.each([
    ['TH', 'THB'],
    ['JP', 'JPY'],
    ['jp', 'JPY'],
    ['MY', 'MYR'],
    ['SG', 'SGD'],
    ['US', 'USD'],
    ['DE', 'EUR'],
    ['VN', undefined],
  ])('%s is %s', (country, currency) => {
    expect(currencyOfCountry(country)).toBe(currency);
  });
});
