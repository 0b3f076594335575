import { CURRENCY_CODES, exchange, exchangeAt, parseCurrency, rateOf, type Currency } from './money.js';
import { parseDateTime } from './time.js';

/**
 * The value of one `currency` in the account's currency, as decimal text. `from` is ISO 8601 by the account's
 * clock; null means always.
 */
export interface ExchangeRate {
  readonly currency: Currency;
  readonly rate: string;
  readonly from: string | null;
}

/** An account's own currency, and the rates that it has set. */
export interface ExchangeTerms {
  readonly currency: Currency;
  readonly exchangeRates: readonly ExchangeRate[];
}

const MAX_RATES = 100;
const RATE = /^\d{1,4}(\.\d{1,7})?$/;
/** Between these, the least charge is worth something and the largest is a safe integer. */
const MIN_RATE = 0.001;
const MAX_RATE = 1_000;
const PARTS = ['currency', 'rate', 'from'];

/** Parses rates of a request, or returns the problem. */
export function readExchangeRates(value: unknown): readonly ExchangeRate[] | string {
  if (!Array.isArray(value) || value.length > MAX_RATES)
    return `exchange_rates must be a list of at most ${MAX_RATES} objects with currency, rate and optionally from`;
  const rates: ExchangeRate[] = [];
  for (const [index, item] of value.entries()) {
    const rate = readRate(item);
    if (typeof rate === 'string') return `exchange_rates[${index}]${rate}`;
    rates.push(rate);
  }
  return rates;
}

function readRate(value: unknown): ExchangeRate | string {
  if (typeof value !== 'object' || value === null)
    return ' must be an object with currency, rate and optionally from';
  const { currency, rate, from } = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(value).find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return ` has an unknown field ${unknown}; known fields: ${PARTS.join(', ')}`;
  const code = parseCurrency(currency);
  if (!code) return `[currency] must be one of ${CURRENCY_CODES.join(', ')}`;
  const text = typeof rate === 'number' ? String(rate) : rate;
  if (typeof text !== 'string' || !RATE.test(text) || Number(text) < MIN_RATE || Number(text) > MAX_RATE)
    return `[rate] must be a number from ${MIN_RATE} to ${MAX_RATE} with at most seven decimals`;
  if (from === undefined || from === null || from === '') return { currency: code, rate: text, from: null };
  const instant = parseDateTime(from);
  return instant
    ? { currency: code, rate: text, from: instant.toISOString() }
    : '[from] must be an ISO 8601 datetime';
}

/**
 * `amount` of a currency in the smallest unit of the account's own, at the rate of `now` (docs/fidelity.md
 * M2, M8).
 */
export function exchangeFor(
  { currency, exchangeRates }: ExchangeTerms,
  amount: number,
  from: Currency,
  now: Date,
): number {
  const rate = from === currency ? undefined : setRate(exchangeRates, from, now);
  return rate === undefined ? exchange(amount, from, currency) : exchangeAt(rate, amount, from, currency);
}

/** The value of one unit of a currency at `now`: a number with at most seven decimals. */
export function rateFor({ currency, exchangeRates }: ExchangeTerms, base: Currency, now: Date): number {
  const rate = base === currency ? undefined : setRate(exchangeRates, base, now);
  return rate === undefined ? rateOf(base, currency) : Number(rate);
}

/** The one that began last; of two that began together the later in the list. */
function setRate(rates: readonly ExchangeRate[], currency: Currency, now: Date): string | undefined {
  const begun = rates.filter((rate) => rate.currency === currency && beganAt(rate) <= now.getTime());
  return begun.toSorted((a, b) => beganAt(a) - beganAt(b)).at(-1)?.rate;
}

function beganAt({ from }: ExchangeRate): number {
  return from === null ? -Infinity : Date.parse(from);
}
