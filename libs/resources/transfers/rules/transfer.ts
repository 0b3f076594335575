import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { VersionedObject } from '#kernel/scope.js';
import type { Transaction } from '../../journal/rules/journal.js';
import type { BankAccount } from '../../recipients/rules/recipient.js';

/** Codes and messages of failed transfers (docs/fidelity.md TR5). */
export const TRANSFER_FAILURES = {
  insufficient_balance: 'the balance is not sufficient for this transfer',
  invalid_recipient: 'the recipient is not verified, not active or deleted',
  transfer_failed: 'the bank rejected the transfer',
} as const;

export type TransferFailure = keyof typeof TRANSFER_FAILURES;

export const TRANSFER_STATES = ['pending', 'sent', 'paid', 'failed'] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * Money of the merchant on its way to a bank account. Amounts are in the smallest unit of `currency`, which
 * is the account's.
 */
export interface Transfer extends VersionedObject {
  readonly state: TransferState;
  readonly recipientId: string;
  /** As it was when the transfer was made. */
  readonly bankAccount: BankAccount;
  /** Debited from the balance. */
  readonly amount: number;
  readonly currency: Currency;
  /** The gateway's fee, and the VAT on it. */
  readonly fee: number;
  readonly feeVat: number;
  /** True if the transfer fails without retries when it cannot be sent. */
  readonly failFast: boolean;
  readonly failureCode: TransferFailure | null;
  readonly metadata: Metadata;
  /** The merchant's key of its creation, unique within account and mode. */
  readonly idempKey: string | null;
  readonly scheduleId: string | null;
  readonly deleted: boolean;
  /** Time of the next automatic step, sending or payment; null after the last. */
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly paidAt: Date | null;
  /** Its movements of the merchant's balance, the latest first. */
  readonly transactions: readonly Transaction[];
}

export function netOf({ amount, fee, feeVat }: Pick<Transfer, 'amount' | 'fee' | 'feeVat'>): number {
  return amount - fee - feeVat;
}
