import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { toTransaction } from './transaction.row.js';
import { transactionView } from './transaction.view.js';
import { readBalancesAfter } from './balance.queries.js';

export const TRANSACTION = defineResource({
  kind: 'transaction',
  rows: rowsOf('Transaction', toTransaction),
  views: each(transactionView),
  listed: {
    columns: {
      amount: 'transaction.amount',
      currency: 'transaction.currency',
      direction: 'transaction.direction',
      origin: 'transaction.origin',
    },
    facts: { balance_after: readBalancesAfter },
    text: 'transaction.id, transaction.key, transaction.origin, transaction.direction, transaction.amount',
  },
});
