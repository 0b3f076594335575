import { chargeLimits } from '../account-limits.js';
import type { Currency, FeeTerms } from '../money.js';
import { DAY_MS } from '../time.js';
import type { PaymentMethod } from './payment-method.js';

/** The fees of everything that is not a card (docs/fidelity.md M3). */
const ALTERNATIVE_METHOD_FEES: FeeTerms = { feeFlat: '0.0', feeRate: '1.65', vatRate: '7.0' };

/** What holds for a method unless its file says otherwise (docs/fidelity.md P6). */
export const USUAL = {
  countries: ['TH'],
  expiresAfterMs: 7 * DAY_MS,
  returnUriSchemes: ['https:', 'http:'],
  required: [],
  installmentTerms: null,
  manualCapture: false,
  refunds: null,
  voidable: false,
  references: null,
  code: null,
  handOff: null,
  fees: ALTERNATIVE_METHOD_FEES,
} as const satisfies Partial<PaymentMethod>;

/** The account's own limits, for a method that has none of its own, in the order in which its currencies are listed. */
export function accountLimits(...currencies: Currency[]): PaymentMethod['limits'] {
  return Object.fromEntries(currencies.map((currency) => [currency, chargeLimits(currency)]));
}
