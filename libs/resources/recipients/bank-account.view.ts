import { isoSeconds, type Timestamp } from '#kernel/time.js';
import { bankName } from './rules/bank-names.js';
import type { BankAccount } from './rules/recipient.js';

/** The bank account of a recipient. */
export interface BankAccountView {
  object: 'bank_account';
  livemode: boolean;
  /** @example "7890" */
  last_digits: string;
  /** @example "1234567890" */
  account_number: string;
  /** @example "Somchai Prasert" */
  name: string;
  /** @example null */
  type: string | null;
  created_at: Timestamp;
  /** @example "Siam Commercial Bank" */
  brand: string;
  /** @example "scb" */
  bank_code: string;
  /** @example null */
  branch_code: string | null;
}

const LAST_DIGITS = 4;

/** The bank account object, keys in the recorded order (docs/fidelity.md RC1). */
export function bankAccountView(account: BankAccount, livemode: boolean): BankAccountView {
  return {
    object: 'bank_account',
    livemode,
    last_digits: account.number.slice(-LAST_DIGITS),
    account_number: account.number,
    name: account.name,
    type: account.type,
    created_at: isoSeconds(new Date(account.createdAt)),
    brand: bankName(account.bankCode),
    bank_code: account.bankCode,
    branch_code: account.branchCode,
  };
}
