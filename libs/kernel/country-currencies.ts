import { CURRENCY_CODES, type Currency } from './money.js';

const EURO_AREA = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');

/**
 * The currency of a country, in letters of either case; `undefined` where Tollgate does not know it. Other
 * codes of currencies begin with the code of their country.
 */
export function currencyOfCountry(country: string): Currency | undefined {
  const code = country.toUpperCase();
  return EURO_AREA.includes(code) ? 'EUR' : CURRENCY_CODES.find((currency) => currency.startsWith(code));
}
