import { chargeLimits } from '../account-limits.js';
import type { Currency, FeeTerms } from '../money.js';
import { DAY_MS } from '../time.js';
import type { PaymentMethod } from './payment-method.js';

/** The fees of everything that is not a card (docs/fidelity.md M3). */
const ALTERNATIVE_METHOD_FEES: FeeTerms = { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' };

/** What holds for a method unless its file says otherwise (docs/fidelity.md P6). */
export const USUAL = {
  titleKind: 'plain',
  pageKind: 'wallet',
  hasPage: true,
  countries: ['TH'],
  since: '2014-07-27',
  backendType: null,
  expiresAfterMs: 7 * DAY_MS,
  returnUriSchemes: ['https:', 'http:'],
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

/** Refunds of a wallet or a bank transfer that has them: those of Boost (docs/fidelity.md R3). */
export const WALLET_REFUNDS: PaymentMethod['refunds'] = { partial: true, withinDays: 180 };

/** The account's own limits, for a method that has none of its own, in the order in which its currencies are listed. */
export function accountLimits(...currencies: Currency[]): PaymentMethod['limits'] {
  return Object.fromEntries(currencies.map((currency) => [currency, chargeLimits(currency)]));
}
