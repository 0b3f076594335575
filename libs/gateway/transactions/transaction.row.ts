import {
  isOnStatement,
  transactionOf,
  type Direction,
  type Posting,
  type Transaction,
  type TransactionKey,
} from '#domain/journal/journal.js';
import type { Currency } from '#domain/money.js';
import type { Transaction as StoredTransaction } from '#platform/database/generated/client.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Inserts, Row } from '../changes/rows.js';

export function toTransaction(stored: StoredTransaction | JsonRow<'Transaction'>): Transaction {
  return {
    ...stored,
    key: stored.key as TransactionKey,
    direction: stored.direction as Direction,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
  };
}

/** The rows of some postings: their journal entries, and a transaction for each that is on the merchant's statement. */
export function toPostingRows(postings: readonly Posting[]): Inserts {
  return {
    transaction: postings.filter(isOnStatement).map((posting) => toTransactionRow(transactionOf(posting))),
    journal_entry: postings.flatMap(({ id, accountId, livemode, currency, entries }) =>
      entries.map(({ ledger, amount }) => ({ posting_id: id, ledger, account_id: accountId, livemode, currency, amount })),
    ),
  };
}

function toTransactionRow(transaction: Transaction): Row<'transaction'> {
  return {
    id: transaction.id,
    account_id: transaction.accountId,
    livemode: transaction.livemode,
    key: transaction.key,
    direction: transaction.direction,
    amount: transaction.amount,
    currency: transaction.currency,
    origin: transaction.origin,
    transferable_at: transaction.transferableAt,
    created_at: transaction.createdAt,
  };
}
