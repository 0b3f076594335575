import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { toTransaction } from './transaction.row.js';
import { transactionView } from './transaction.view.js';

export const TRANSACTION = defineResource({
  kind: 'transaction',
  rows: rowsOf('Transaction', toTransaction),
  views: each(transactionView),
});
