import type { TransactionKey } from '#domain/journal/journal.js';
import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { BankAccount } from '#domain/recipients/recipient.js';
import type { Transfer, TransferFailure, TransferState } from '#domain/transfers/transfer.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { toRow, toUpdate, type Row, type RowUpdate } from '../changes/rows.js';
import { toTransaction } from '../transactions/transaction.row.js';

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
