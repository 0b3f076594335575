import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

export const JOURNAL_ROWS: Readonly<Record<string, TableRules>> = {
  transaction: {
    columns: {
      id: is.idOf('transaction'),
      ...is.own,
      amount: is.money,
      currency: is.currency,
      transferable_at: is.time,
      direction: is.oneOf(['credit', 'debit']),
      key: is.pattern(/^[a-z]+(\.[a-z]+){2}$/, 'the key of a transaction'),
    },
  },
  journal_entry: {
    columns: {
      livemode: is.boolean,
      currency: is.currency,
      amount: is.signedMoney,
      ledger: is.oneOf([
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
