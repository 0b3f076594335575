/** The banks whose accounts can be linked, by the type of linked account (docs/fidelity.md LA2). */
const BANKS = {
  direct_debit_bay: 'Bank of Ayudhya',
  direct_debit_kbank: 'Kasikorn Bank',
  direct_debit_ktb: 'Krungthai Bank',
  direct_debit_scb: 'Siam Commercial Bank',
} as const;

export type DirectDebitType = keyof typeof BANKS;

export const DIRECT_DEBIT_TYPES = Object.keys(BANKS) as DirectDebitType[];

/** What a customer calls the bank. */
export function bankOf(type: DirectDebitType): string {
  return BANKS[type];
}

export function isDirectDebitType(value: unknown): value is DirectDebitType {
  return typeof value === 'string' && Object.hasOwn(BANKS, value);
}
