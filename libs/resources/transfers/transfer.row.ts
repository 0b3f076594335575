import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { toRow, toUpdate, type Row, type RowUpdate } from '#engine/changes/rows.js';
import type { TransactionKey } from '../journal/rules/journal.js';
import type { BankAccount } from '../recipients/rules/recipient.js';
import { toTransaction } from '../transactions/transaction.row.js';
import type { Transfer, TransferFailure, TransferState } from './rules/transfer.js';

export const TRANSFER_PARTS = {
  sentTransaction: true,
  failedTransaction: true,
} satisfies Prisma.TransferInclude;

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
    transactions: [failedTransaction, sentTransaction]
      .filter((transaction) => transaction !== null)
      .map(toTransaction),
  };
}

export function toTransferRow(transfer: Transfer): Row<'transfer'> {
  return toRow('transfer', fieldsOf(transfer));
}

export function transferUpdate(before: Transfer, after: Transfer): RowUpdate {
  return toUpdate('transfer', fieldsOf(before), fieldsOf(after));
}

function fieldsOf(transfer: Transfer) {
  const idOf = (key: TransactionKey): string | null =>
    transfer.transactions.find((transaction) => transaction.key === key)?.id ?? null;
  return {
    ...transfer,
    sentTransactionId: idOf('transfer.sent.debit'),
    failedTransactionId: idOf('transfer.failed.credit'),
  };
}
