import { balanceChange, type Posting } from '#domain/journal/journal.js';
import type { Inserts } from '../events/changes.js';

/** The rows of some postings: a transaction each, and its journal entries. */
export function toPostingRows(postings: readonly Posting[]): Inserts {
  return {
    transaction: postings.map((posting) => ({
      id: posting.transactionId,
      account_id: posting.accountId,
      livemode: posting.livemode,
      key: posting.key,
      direction: balanceChange(posting) < 0 ? 'debit' : 'credit',
      amount: Math.abs(balanceChange(posting)),
      currency: posting.currency,
      origin: posting.origin,
      transferable_at: posting.createdAt,
      created_at: posting.createdAt,
    })),
    journal_entry: postings.flatMap(({ transactionId, accountId, livemode, currency, entries }) =>
      entries.map(({ ledger, amount }) => ({
        transaction_id: transactionId,
        ledger,
        account_id: accountId,
        livemode,
        currency,
        amount,
      })),
    ),
  };
}
