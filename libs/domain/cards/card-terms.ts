import type { Currency, FeeTerms } from '../money.js';
import { DAY_MS } from '../time.js';
import type { Brand } from './card-number.js';

/** What the gateway keeps of a card charge (docs/fidelity.md M3). */
export const CARD_FEES: FeeTerms = { feeFlat: '0.0', feeRate: '3.65', vatRate: '7.0' };

/** The refunds that cards allow, counted from the day of payment (docs/fidelity.md R3). */
export const CARD_REFUNDS = { partial: true, withinDays: 365 } as const;

/** Whether a refund on the day of payment undoes a card charge (docs/fidelity.md R5). */
export const CARD_VOIDABLE = true;

/** The currencies that every account can charge cards in (docs/fidelity.md C27). */
const CURRENCIES: readonly Currency[] = ['THB', 'JPY', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CHF', 'CNY', 'DKK', 'HKD'];

/** The brands that an account's capability names (docs/fidelity.md Q5). */
export const CARD_BRANDS: readonly Brand[] = ['JCB', 'Visa', 'MasterCard'];

/** How long an authorization may wait for its capture (docs/fidelity.md C28). */
const EXPIRES_AFTER_MS = 7 * DAY_MS;
const EXPIRES_AFTER_MS_IN_JAPAN = 30 * DAY_MS;

/** The currencies that an account which settles in `accountCurrency` can charge cards in. */
export function cardCurrencies(accountCurrency: Currency): readonly Currency[] {
  return CURRENCIES.includes(accountCurrency) ? CURRENCIES : [...CURRENCIES, accountCurrency];
}

/** How long a card charge of an account in `country` lasts unless the merchant says otherwise. */
export function cardExpiresAfterMs(country: string): number {
  return country === 'JP' ? EXPIRES_AFTER_MS_IN_JAPAN : EXPIRES_AFTER_MS;
}
