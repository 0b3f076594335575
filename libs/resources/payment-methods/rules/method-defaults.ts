import type { Currency, FeeTerms } from '#kernel/money.js';
import { DAY_MS } from '#kernel/time.js';
import { chargeLimits } from '../../account/rules/account-limits.js';
import type { PaymentMethod } from './payment-method.js';

/** The fees of every method but cards; rates in percent (docs/fidelity.md M3). */
const ALTERNATIVE_METHOD_FEES: FeeTerms = { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' };

const EXPIRES_AFTER_MS = 7 * DAY_MS;
/** Refund period of Boost and similar wallets. */
const WALLET_REFUND_DAYS = 180;

/** The values of a payment method whose file does not set its own (docs/fidelity.md P6). */
export const METHOD_DEFAULTS = {
  titleKind: 'plain',
  pageKind: 'wallet',
  hasPage: true,
  countries: ['TH'],
  since: '2014-07-27',
  backendType: null,
  expiresAfterMs: EXPIRES_AFTER_MS,
  returnsToHttpsOnly: false,
  required: [],
  installmentTerms: null,
  loanInstallmentTerms: null,
  isInterestAbsorbed: false,
  isPaidByCard: false,
  banks: [],
  manualCapture: false,
  refunds: null,
  voidable: false,
  references: null,
  code: null,
  handOff: null,
  fees: ALTERNATIVE_METHOD_FEES,
} as const satisfies Partial<PaymentMethod>;

/** The refunds of wallets and bank transfers that allow them, as Boost does (docs/fidelity.md R3). */
export const WALLET_REFUNDS: PaymentMethod['refunds'] = { partial: true, withinDays: WALLET_REFUND_DAYS };

/** Refunds of the whole alone. */
export const WHOLE_REFUNDS: PaymentMethod['refunds'] = { partial: false, withinDays: WALLET_REFUND_DAYS };

/**
 * The account's limits, for a method without limits of its own. The capability lists currencies in this
 * order.
 */
export function accountLimits(...currencies: Currency[]): PaymentMethod['limits'] {
  return Object.fromEntries(currencies.map((currency) => [currency, chargeLimits(currency)]));
}
