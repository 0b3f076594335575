import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { toRow, type Inserts } from '#engine/writes/rows.js';
import {
  isOnStatement,
  transactionOf,
  type Direction,
  type Posting,
  type Transaction,
  type TransactionKey,
} from '../journal/rules/journal.js';

export function toTransaction(stored: JsonRow<'Transaction'>): Transaction {
  return {
    ...stored,
    key: stored.key as TransactionKey,
    direction: stored.direction as Direction,
    currency: stored.currency as Currency,
  };
}

/**
 * The rows of some postings: their journal entries, and a transaction for each that is on the merchant's
 * statement.
 */
export function toPostingRows(postings: readonly Posting[]): Inserts {
  return {
    transaction: postings
      .filter(isOnStatement)
      .map((posting) => toRow('transaction', transactionOf(posting))),
    journal_entry: postings.flatMap(({ id, accountId, livemode, currency, entries }) =>
      entries.map(({ ledger, amount }) =>
        toRow('journal_entry', { postingId: id, ledger, accountId, livemode, currency, amount }),
      ),
    ),
  };
}
