import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import { bankAccountView, type BankAccountView } from '../recipients/bank-account.view.js';
import type { Recipient } from '../recipients/rules/recipient.js';
import type { Balance } from '../transactions/balance.queries.js';
import { transactionView, type TransactionView } from '../transactions/transaction.view.js';
import { netOf, TRANSFER_FAILURES, type Transfer, type TransferFailure } from './rules/transfer.js';
import { obstacleTo } from './rules/transfer.machine.js';

/** A transfer from the merchant's balance to a bank account. */
export interface TransferView {
  object: 'transfer';
  /** @example "trsf_test_60aaaaaaaaaaaaaaac2" */
  id: string;
  livemode: boolean;
  /** @example "/transfers/trsf_test_60aaaaaaaaaaaaaaac2" */
  location: string;
  deleted: boolean;
  /**
   * True if the transfer fails immediately when it cannot be sent. Otherwise it is retried, unless its money
   * has left the balance.
   */
  fail_fast: boolean;
  paid: boolean;
  sent: boolean;
  /** True if the transfer can be sent now: the amount is transferable and the recipient is active. */
  sendable: boolean;
  currency: Currency;
  /**
   * Amount deducted from the balance, in the smallest unit of `currency`.
   * @example 100000
   */
  amount: number;
  /**
   * Transfer fee, without VAT.
   * @example 2804
   */
  fee: number;
  metadata: Metadata;
  /**
   * @expands RecipientView
   * @example "recp_test_60aaaaaaaaaaaaaaac1"
   */
  recipient: string;
  bank_account: BankAccountView;
  failure_code: TransferFailure | null;
  /** @example null */
  failure_message: string | null;
  paid_at: Timestamp | null;
  sent_at: Timestamp | null;
  balance_hold_at: null;
  created_at: Timestamp;
  /** Balance transactions of the transfer, latest first. */
  transactions: TransactionView[];
  /**
   * ID of the schedule, if a schedule made the transfer.
   * @expands TransferScheduleView
   * @example null
   */
  schedule: string | null;
  /** @example 196 */
  fee_vat: number;
  /**
   * Amount that the recipient receives.
   * @example 97000
   */
  net: number;
  /** @example 3000 */
  total_fee: number;
  split_transfer_group_id: null;
}

/** The transfer object, keys in the recorded order (docs/fidelity.md TR1). */
export function transferView(transfer: Transfer, isSendable: boolean): TransferView {
  const { failureCode } = transfer;
  return {
    object: 'transfer',
    id: transfer.id,
    livemode: transfer.livemode,
    location: `/transfers/${transfer.id}`,
    deleted: transfer.deleted,
    fail_fast: transfer.failFast,
    paid: transfer.paidAt !== null,
    sent: transfer.sentAt !== null,
    sendable: isSendable,
    currency: transfer.currency,
    amount: transfer.amount,
    fee: transfer.fee,
    metadata: transfer.metadata,
    recipient: transfer.recipientId,
    bank_account: bankAccountView(transfer.bankAccount, transfer.livemode),
    failure_code: failureCode,
    failure_message: failureCode && TRANSFER_FAILURES[failureCode],
    paid_at: isoSecondsOrNull(transfer.paidAt),
    sent_at: isoSecondsOrNull(transfer.sentAt),
    balance_hold_at: null,
    created_at: isoSeconds(transfer.createdAt),
    transactions: transfer.transactions.map(transactionView),
    schedule: transfer.scheduleId,
    fee_vat: transfer.feeVat,
    net: netOf(transfer),
    total_fee: transfer.fee + transfer.feeVat,
    split_transfer_group_id: null,
  };
}

/** True if the transfer waits and can be sent from this balance in its currency. */
export function isSendable(
  transfer: Transfer,
  recipient: Recipient,
  balance: Balance = { total: 0, transferable: 0 },
): boolean {
  return isWaiting(transfer) && obstacleTo(transfer, recipient, balance) === undefined;
}

export function isWaiting({ state, deleted }: Transfer): boolean {
  return state === 'pending' && !deleted;
}
