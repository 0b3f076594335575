/**
 * Money is integers in the smallest unit of its currency. Decimal rates ("3.65") are read as exact integers
 * over a power of ten, never as floating point.
 */

/**
 * Digits after the point of each currency, and its fixed price in millionths of a baht (docs/fidelity.md M2).
 */
const CURRENCIES = {
  AUD: { decimals: 2, microBaht: 21_500_000n },
  CHF: { decimals: 2, microBaht: 40_000_000n },
  CNY: { decimals: 2, microBaht: 4_600_000n },
  DKK: { decimals: 2, microBaht: 5_100_000n },
  EUR: { decimals: 2, microBaht: 38_000_000n },
  GBP: { decimals: 2, microBaht: 44_000_000n },
  HKD: { decimals: 2, microBaht: 4_200_000n },
  JPY: { decimals: 0, microBaht: 220_000n },
  MYR: { decimals: 2, microBaht: 7_800_000n },
  SGD: { decimals: 2, microBaht: 25_500_000n },
  THB: { decimals: 2, microBaht: 1_000_000n },
  USD: { decimals: 2, microBaht: 33_000_000n },
} as const;

/** Seven decimals for displayed rates. */
const RATE_SCALE = 10_000_000n;

/** @example "THB" */
export type Currency = keyof typeof CURRENCIES;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[];

/** Reads a currency in any letter case; `undefined` for one that Tollgate does not know. */
export function parseCurrency(value: unknown): Currency | undefined {
  const code = typeof value === 'string' ? value.toUpperCase() : '';
  return Object.hasOwn(CURRENCIES, code) ? (code as Currency) : undefined;
}

export function decimalsOf(currency: Currency): number {
  return CURRENCIES[currency].decimals;
}

/** An amount in the smallest unit as decimal text in the main unit: `30.00`. */
export function decimalText(amount: number, currency: Currency): string {
  const decimals = decimalsOf(currency);
  const digits = String(amount).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * `amount` of one currency in the smallest unit of another, half up, at the fixed rates (docs/fidelity.md
 * M2).
 */
export function exchange(amount: number, from: Currency, to: Currency): number {
  if (from === to) return amount;
  const source = CURRENCIES[from];
  const target = CURRENCIES[to];
  const numerator = BigInt(amount) * source.microBaht * 10n ** BigInt(target.decimals);
  const denominator = target.microBaht * 10n ** BigInt(source.decimals);
  return Number(divideHalfUp(numerator, denominator));
}

/** At a given rate: the value of one `from` in `to`, as decimal text. */
export function exchangeAt(rate: string, amount: number, from: Currency, to: Currency): number {
  const { value, scale } = parseDecimal(rate);
  const numerator = BigInt(amount) * value * 10n ** BigInt(CURRENCIES[to].decimals);
  return Number(divideHalfUp(numerator, scale * 10n ** BigInt(CURRENCIES[from].decimals)));
}

/** The value of one `base` in `quote`, at the same rates: a number with at most seven decimals. */
export function rateOf(base: Currency, quote: Currency): number {
  const scaled = divideHalfUp(CURRENCIES[base].microBaht * RATE_SCALE, CURRENCIES[quote].microBaht);
  return Number(scaled) / Number(RATE_SCALE);
}

/**
 * The gateway's fees of a charge, as decimal text: rates in percent, the flat fee in the currency's main
 * unit.
 */
export interface FeeTerms {
  readonly feeFlat: string;
  readonly feeRate: string;
  readonly vatRate: string;
}

/** The parts of a charge's amount. */
export interface Deductions {
  readonly fee: number;
  readonly feeVat: number;
  readonly interest: number;
  readonly interestVat: number;
  readonly net: number;
}

/**
 * Fee, interest, their VAT, and the rest of `base`, all in the smallest unit of the funding currency
 * (docs/fidelity.md M1, M6).
 */
export function feesOf(base: number, terms: FeeTerms, interestRate: string): Deductions {
  const fee = percentage(base, terms.feeRate) + flatFee(terms.feeFlat);
  const feeVat = percentage(fee, terms.vatRate);
  const interest = percentage(base, interestRate);
  const interestVat = percentage(interest, terms.vatRate);
  return { fee, feeVat, interest, interestVat, net: base - fee - feeVat - interest - interestVat };
}

/**
 * The share of `amount` for `part` of `whole`, rounded half up. The share of the whole is the whole amount.
 */
export function shareOf(amount: number, part: number, whole: number): number {
  return Number(divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole)));
}

/**
 * `THB 1,234.50`, `JPY 1,234`: an amount as a person reads it. Where a line is too short for both, it breaks
 * at the space.
 */
export function formatMoney(amount: number, currency: Currency): string {
  const { decimals } = CURRENCIES[currency];
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** decimals).replace('\u00a0', ' ');
}

/** So many percent of an amount, half up. The rate is decimal text. */
export function percentage(amount: number, rate: string): number {
  const { value, scale } = parseDecimal(rate);
  return Number(divideHalfUp(BigInt(amount) * value, 100n * scale));
}

/** A flat fee of the terms; every funding currency that Tollgate charges it in has two decimals. */
function flatFee(flat: string): number {
  const { value, scale } = parseDecimal(flat);
  return Number(divideHalfUp(value * 100n, scale));
}

function parseDecimal(text: string): { value: bigint; scale: bigint } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { value: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) };
}

function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}
