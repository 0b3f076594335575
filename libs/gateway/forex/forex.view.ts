import { rateOf, type Currency } from '#domain/money.js';

/** What a currency is worth in the account's own. */
export interface ForexView {
  object: 'forex';
  /**
   * How much of `quote` one of `base` is.
   * @schema { "type": "number" }
   * @example 33
   */
  rate: number;
  /** @example "/forex/usd" */
  location: string;
  livemode: boolean;
  /** @example "USD" */
  base: Currency;
  /** The account's currency. */
  quote: Currency;
}

/** The forex object, keys in the recorded order (docs/fidelity.md M7): the rate that charges are exchanged at. */
export function forexView(base: Currency, quote: Currency, livemode: boolean): ForexView {
  return { object: 'forex', rate: rateOf(base, quote), location: `/forex/${base.toLowerCase()}`, livemode, base, quote };
}
