import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { metadataWithCharges } from '../charges/charge.sql.js';
import type { Refund } from './rules/refund.js';
import { refundView } from './refund.view.js';

export const REFUND = defineResource({
  kind: 'refund',
  rows: rowsOf('Refund', toRefund),
  views: each(refundView),
  expands: { charge: 'charge', transaction: 'transaction' },
  listed: {
    joins: 'JOIN charge ON charge.id = refund.charge_id',
    statuses: {
      closed: 'true',
    },
    columns: {
      amount: 'refund.amount',
      currency: 'refund.currency',
      charge: 'refund.charge_id',
      metadata: metadataWithCharges('refund'),
    },
    text: 'refund.id, refund.charge_id, refund.amount, refund.metadata, charge.metadata',
  },
});

function toRefund(stored: JsonRow<'Refund'>): Refund {
  return {
    ...stored,
    currency: stored.currency as Currency,
    fundingCurrency: stored.fundingCurrency as Currency,
    metadata: stored.metadata as Metadata,
  };
}
