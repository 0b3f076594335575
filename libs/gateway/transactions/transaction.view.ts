import type { Direction, Transaction, TransactionKey } from '#domain/journal/journal.js';
import type { Currency } from '#domain/money.js';
import { isoSeconds } from '#domain/time.js';

export interface TransactionView {
  object: 'transaction';
  id: string;
  livemode: boolean;
  currency: Currency;
  amount: number;
  location: string;
  direction: Direction;
  key: TransactionKey;
  origin: string;
  transferable_at: string;
  created_at: string;
}

/** The transaction object, keys in the recorded order (docs/fidelity.md B2). */
export function transactionView(transaction: Transaction): TransactionView {
  return {
    object: 'transaction',
    id: transaction.id,
    livemode: transaction.livemode,
    currency: transaction.currency,
    amount: transaction.amount,
    location: `/transactions/${transaction.id}`,
    direction: transaction.direction,
    key: transaction.key,
    origin: transaction.origin,
    transferable_at: isoSeconds(transaction.transferableAt),
    created_at: isoSeconds(transaction.createdAt),
  };
}
