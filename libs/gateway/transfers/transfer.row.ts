import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { BankAccount } from '#domain/recipients/recipient.js';
import type { Transfer, TransferFailure, TransferState } from '#domain/transfers/transfer.js';
import type { Prisma } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';
import { toTransaction } from '../transactions/transaction.row.js';

/** The relations that are read with a transfer. */
export const TRANSFER_PARTS = { sentTransaction: true, failedTransaction: true } satisfies Prisma.TransferInclude;

type StoredTransfer = Prisma.TransferGetPayload<{ include: typeof TRANSFER_PARTS }>;

export function toTransfer({ sentTransaction, failedTransaction, ...stored }: StoredTransfer): Transfer {
  return {
    ...stored,
    state: stored.state as TransferState,
    bankAccount: stored.bankAccount as unknown as BankAccount,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    fee: Number(stored.fee),
    feeVat: Number(stored.feeVat),
    failureCode: stored.failureCode as TransferFailure | null,
    metadata: stored.metadata as Metadata,
    transactions: [failedTransaction, sentTransaction].filter((transaction) => transaction !== null).map(toTransaction),
  };
}

export function toTransferRow(transfer: Transfer): Row<'transfer'> {
  return {
    id: transfer.id,
    account_id: transfer.accountId,
    livemode: transfer.livemode,
    version: transfer.version,
    recipient_id: transfer.recipientId,
    bank_account: transfer.bankAccount,
    currency: transfer.currency,
    fee: transfer.fee,
    fee_vat: transfer.feeVat,
    fail_fast: transfer.failFast,
    schedule_id: transfer.scheduleId,
    created_at: transfer.createdAt,
    ...changingColumns(transfer),
  };
}

export function transferUpdate(before: Transfer, after: Transfer): RowUpdate {
  return { table: 'transfer', id: before.id, version: before.version, set: changingColumns(after) };
}

function changingColumns({ transactions, ...transfer }: Transfer) {
  const idOf = (key: string): string | null => transactions.find((transaction) => transaction.key === key)?.id ?? null;
  return {
    state: transfer.state,
    amount: transfer.amount,
    failure_code: transfer.failureCode,
    metadata: transfer.metadata,
    deleted: transfer.deleted,
    due_at: transfer.dueAt,
    sent_at: transfer.sentAt,
    paid_at: transfer.paidAt,
    sent_transaction_id: idOf('transfer.sent.debit'),
    failed_transaction_id: idOf('transfer.failed.credit'),
  } satisfies RowUpdate<'transfer'>['set'];
}
