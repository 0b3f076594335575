import { currencyOfCountry } from './country-currencies.js';

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
