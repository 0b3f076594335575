import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { toRefund } from './refund.row.js';
import { refundView } from './refund.view.js';

export const REFUND = defineResource({
  kind: 'refund',
  rows: rowsOf('Refund', toRefund),
  views: each(refundView),
  expands: { charge: 'charge', transaction: 'transaction' },
});
