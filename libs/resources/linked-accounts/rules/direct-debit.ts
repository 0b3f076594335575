import type { PaymentMethod } from '../../payment-methods/rules/payment-method.js';
import { METHOD_DEFAULTS } from '../../payment-methods/rules/method-defaults.js';

/** The banks whose accounts can be linked, by the type of linked account (docs/fidelity.md LA2). */
const BANKS = {
  direct_debit_bay: 'Bank of Ayudhya',
  direct_debit_kbank: 'Kasikorn Bank',
  direct_debit_ktb: 'Krungthai Bank',
  direct_debit_scb: 'Siam Commercial Bank',
} as const;

export type DirectDebitType = keyof typeof BANKS;

export const DIRECT_DEBIT_TYPES = Object.keys(BANKS) as DirectDebitType[];

/** Terms of charges on a linked account of any bank (docs/fidelity.md LA8). */
export const DIRECT_DEBIT = {
  limits: { THB: { min: 2_000, max: 15_000_000 } },
  expiresAfterMs: METHOD_DEFAULTS.expiresAfterMs,
  refunds: null,
  voidable: false,
  fees: METHOD_DEFAULTS.fees,
} as const satisfies Partial<PaymentMethod>;

export function bankOf(type: DirectDebitType): string {
  return BANKS[type];
}

export function isDirectDebitType(value: unknown): value is DirectDebitType {
  return typeof value === 'string' && Object.hasOwn(BANKS, value);
}
