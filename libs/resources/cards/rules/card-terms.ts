import type { Currency, FeeTerms } from '#kernel/money.js';
import { DAY_MS } from '#kernel/time.js';
import type { Brand } from '#kernel/card-number.js';

/** Fees of a card charge (docs/fidelity.md M3). */
export const CARD_FEES: FeeTerms = { feeFlat: '0.0', feeRate: '3.65', vatRate: '7.0' };

/** Refund period of card charges, from the day of payment (docs/fidelity.md R3). */
const REFUND_DAYS = 365;
const REFUND_DAYS_OF_BRANDS: Readonly<Record<string, number>> = {
  JCB: 160,
  'American Express': 160,
  'Diners Club': 160,
} satisfies Partial<Record<Brand, number>>;

/** A refund on the day of payment voids a card charge (docs/fidelity.md R5). */
export const CARD_VOIDABLE = true;

/** The currencies in which the specification has cards charged (docs/fidelity.md Q5). */
const SPECIFIED_CURRENCIES: readonly Currency[] = [
  'THB',
  'JPY',
  'USD',
  'EUR',
  'GBP',
  'SGD',
  'AUD',
  'CHF',
  'CNY',
  'DKK',
  'HKD',
];

/** The currencies that capabilities are recorded with for cards (docs/fidelity.md Q8). */
export const RECORDED_CURRENCIES: readonly Currency[] = [...SPECIFIED_CURRENCIES, 'MYR'];

/** The brands of the specification (docs/fidelity.md Q5). */
export const SPECIFIED_BRANDS: readonly Brand[] = ['JCB', 'Visa', 'MasterCard'];
/** The brands that capabilities are recorded with (docs/fidelity.md Q8). */
export const RECORDED_BRANDS: readonly Brand[] = [
  'JCB',
  'Visa',
  'MasterCard',
  'American Express',
  'UnionPay',
];

/** Capture period of an authorization (docs/fidelity.md C28). */
const EXPIRES_AFTER_MS = 7 * DAY_MS;
const EXPIRES_AFTER_MS_IN_JAPAN = 30 * DAY_MS;

/**
 * The currencies that the capability of an account in `accountCurrency` names for cards, as specified. All
 * can be charged.
 */
export function specifiedCardCurrencies(accountCurrency: Currency): readonly Currency[] {
  return SPECIFIED_CURRENCIES.includes(accountCurrency)
    ? SPECIFIED_CURRENCIES
    : [...SPECIFIED_CURRENCIES, accountCurrency];
}

/** The refunds that a card of this brand allows. */
export function cardRefunds(brand: string): { readonly partial: true; readonly withinDays: number } {
  return { partial: true, withinDays: REFUND_DAYS_OF_BRANDS[brand] ?? REFUND_DAYS };
}

/** Default expiry of a card charge, by the account's country. */
export function cardExpiresAfterMs(country: string): number {
  return country === 'JP' ? EXPIRES_AFTER_MS_IN_JAPAN : EXPIRES_AFTER_MS;
}
