import { rateFor, type ExchangeTerms } from '#kernel/exchange-rates.js';
import type { Currency } from '#kernel/money.js';

/** An exchange rate into the account's currency. */
export interface ForexView {
  object: 'forex';
  /**
   * Amount of `quote` for one unit of `base`.
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

/**
 * The forex object, keys in the recorded order (docs/fidelity.md M7): the rate that charges are exchanged at,
 * at `now`.
 */
export function forexView(base: Currency, account: ExchangeTerms, livemode: boolean, now: Date): ForexView {
  const rate = rateFor(account, base, now);
  return {
    object: 'forex',
    rate,
    location: `/forex/${base.toLowerCase()}`,
    livemode,
    base,
    quote: account.currency,
  };
}
