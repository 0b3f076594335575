import type { Transaction } from '../journal/journal.js';
import type { Metadata } from '../metadata.js';
import type { Currency } from '../money.js';
import type { BankAccount } from '../recipients/recipient.js';

/** Why a transfer failed, and what is said of it (docs/fidelity.md TR5). */
export const TRANSFER_FAILURES = {
  insufficient_balance: 'the balance is not sufficient for this transfer',
  invalid_recipient: 'the recipient is not verified, not active or deleted',
  transfer_failed: 'the bank rejected the transfer',
} as const;

export type TransferFailure = keyof typeof TRANSFER_FAILURES;

export const TRANSFER_STATES = ['pending', 'sent', 'paid', 'failed'] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

/** Money of the merchant on its way to a bank account. Amounts are in the smallest unit of `currency`, which is the account's. */
export interface Transfer {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly version: number;
  readonly state: TransferState;
  readonly recipientId: string;
  /** As it was when the transfer was made. */
  readonly bankAccount: BankAccount;
  /** What leaves the balance. */
  readonly amount: number;
  readonly currency: Currency;
  /** What of it the gateway keeps, and the VAT on that. */
  readonly fee: number;
  readonly feeVat: number;
  /** Whether it fails, and is not tried again, when it cannot be sent. */
  readonly failFast: boolean;
  readonly failureCode: TransferFailure | null;
  readonly metadata: Metadata;
  /** The schedule that it was made by. */
  readonly scheduleId: string | null;
  readonly deleted: boolean;
  /** When it is sent, or paid, by itself; null once nothing more comes. */
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly paidAt: Date | null;
  readonly createdAt: Date;
  /** Its movements of the merchant's balance, the latest first. */
  readonly transactions: readonly Transaction[];
}

/** What the recipient gets. */
export function netOf({ amount, fee, feeVat }: Pick<Transfer, 'amount' | 'fee' | 'feeVat'>): number {
  return amount - fee - feeVat;
}
