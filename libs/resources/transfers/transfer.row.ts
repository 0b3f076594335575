import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { toRow, toUpdate, type Row, type RowUpdate } from '#engine/writes/rows.js';
import type { Transaction, TransactionKey } from '../journal/rules/journal.js';
import type { BankAccount, Recipient } from '../recipients/rules/recipient.js';
import type { Transfer, TransferFailure, TransferState } from './rules/transfer.js';

/** A transfer with its recipient, whose state decides if it can be sent. */
export interface LoadedTransfer {
  readonly transfer: Transfer;
  readonly recipient: Recipient;
}

interface TransferParts {
  readonly recipient: Recipient;
  readonly sent: Transaction | null;
  readonly failed: Transaction | null;
}

export function toLoadedTransfer(
  stored: JsonRow<'Transfer'>,
  { recipient, sent, failed }: TransferParts,
): LoadedTransfer {
  const transfer: Transfer = {
    ...stored,
    state: stored.state as TransferState,
    bankAccount: stored.bankAccount as unknown as BankAccount,
    currency: stored.currency as Currency,
    failureCode: stored.failureCode as TransferFailure | null,
    metadata: stored.metadata as Metadata,
    transactions: [failed, sent].filter((transaction) => transaction !== null),
  };
  return { transfer, recipient };
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
