import { CURRENCY_CODES, decimalsOf, type Currency } from '#kernel/money.js';

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
/** The largest amount that a row can have. */
const MAX_AMOUNT = 2n ** 63n - 1n;

/** The currencies with as many decimals each. */
const AMOUNT_UNITS = [...new Set(CURRENCY_CODES.map(decimalsOf))].map((decimals) => ({
  decimals,
  currencies: CURRENCY_CODES.filter((currency) => decimalsOf(currency) === decimals),
}));

/** Amounts of some currencies, in the smallest unit of each, with both ends. */
export interface AmountRange {
  readonly currencies: readonly Currency[];
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Reads a range in the main unit of every currency; one end may be empty. Compares exactly: `4096.69` is
 * 409669 satang and no number of yen, and `10..20.5` ends at 20 yen (docs/fidelity.md SE7). Currencies
 * without amounts in the range are left out. `undefined` if an end is no decimal number.
 */
export function readAmountRanges(from: string, to: string): AmountRange[] | undefined {
  const isRange = [from, to].every((end) => end === '' || DECIMAL.test(end)) && from + to !== '';
  if (!isRange) return undefined;
  return AMOUNT_UNITS.map(({ currencies, decimals }) => ({
    currencies,
    from: from === '' ? 0n : atLeast(from, decimals),
    to: to === '' ? MAX_AMOUNT : atMost(to, decimals),
  })).filter((range) => range.from <= range.to);
}

/** The largest number of smallest units that is not above the decimal number. */
function atMost(decimal: string, decimals: number): bigint {
  const [, whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? [];
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return units < MAX_AMOUNT ? units : MAX_AMOUNT;
}

/** Rounds a decimal number up to smallest units. The result may exceed the largest stored amount. */
function atLeast(decimal: string, decimals: number): bigint {
  const [, whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? [];
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return /[1-9]/.test(fraction.slice(decimals)) ? units + 1n : units;
}
