import {
  boolean,
  currency,
  idOf,
  money,
  oneOf,
  own,
  pattern,
  reference,
  signedMoney,
  time,
} from '../snapshots/column-rules.js';
import { type TableRules } from '../snapshots/table-rules.js';

export const JOURNAL_ROWS: Readonly<Record<string, TableRules>> = {
  transaction: {
    columns: {
      id: idOf('transaction'),
      ...own,
      amount: money,
      currency,
      origin: reference('charge', 'refund', 'dispute', 'transfer'),
      transferable_at: time,
      direction: oneOf(['credit', 'debit']),
      key: pattern(/^[a-z]+(\.[a-z]+){2}$/, 'the key of a transaction'),
    },
  },
  journal_entry: {
    columns: {
      posting_id: idOf('transaction'),
      livemode: boolean,
      currency,
      amount: signedMoney,
      ledger: oneOf([
        'customers',
        'merchant',
        'fees',
        'vat',
        'interest',
        'disputes',
        'transfers',
        'recipients',
      ]),
    },
  },
};
