import { rateFor, type ExchangeTerms } from '#domain/exchange-rates.js';
import type { Currency } from '#domain/money.js';

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

/** The forex object, keys in the recorded order (docs/fidelity.md M7): the rate that charges are exchanged at, at `now`. */
export function forexView(base: Currency, account: ExchangeTerms, livemode: boolean, now: Date): ForexView {
  const rate = rateFor(account, base, now);
  return { object: 'forex', rate, location: `/forex/${base.toLowerCase()}`, livemode, base, quote: account.currency };
}
