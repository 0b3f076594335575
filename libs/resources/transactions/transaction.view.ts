import type { Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Direction, Transaction, TransactionKey } from '../journal/rules/journal.js';

/** A change of the merchant's balance. */
export interface TransactionView {
  object: 'transaction';
  /** @example "trxn_test_60aaaaaaaaaaaaaaab4" */
  id: string;
  livemode: boolean;
  currency: Currency;
  /**
   * In the smallest unit of `currency`, never negative. `direction` is the sign.
   * @example 96094
   */
  amount: number;
  /** @example "/transactions/trxn_test_60aaaaaaaaaaaaaaab4" */
  location: string;
  direction: Direction;
  key: TransactionKey;
  /**
   * ID of the object that moved the money.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa7"
   */
  origin: string;
  transferable_at: Timestamp;
  created_at: Timestamp;
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
