import { defineResource, each, statusesIn } from '#engine/resources/resource.js';
import { all, one, required, rowsWith, value } from '#engine/resources/rows-of.js';
import { toTransaction } from '../transactions/transaction.row.js';
import { metadataWithCharges } from '../charges/charge.sql.js';
import { DOCUMENT_FIELDS, toDispute } from './dispute.row.js';
import { disputeView } from './dispute.view.js';
import { DISPUTE_STATUSES } from './rules/dispute.js';

export const DISPUTE = defineResource({
  kind: 'dispute',
  rows: rowsWith(
    'Dispute',
    {
      started: required(one('Transaction', 'transaction.id = dispute.started_transaction_id', toTransaction)),
      won: one('Transaction', 'transaction.id = dispute.won_transaction_id', toTransaction),
      documents: all(
        'DisputeDocument',
        'dispute_document.dispute_id = dispute.id AND NOT dispute_document.deleted',
        (document) => document,
        DOCUMENT_FIELDS,
      ),
      webhookEndpoints: required(
        value<string[]>('SELECT webhook_endpoints AS value FROM charge WHERE charge.id = dispute.charge_id'),
      ),
    },
    toDispute,
    (dispute) => dispute,
  ),
  views: each(disputeView),
  expands: { charge: 'charge' },
  listed: {
    joins: 'JOIN charge ON charge.id = dispute.charge_id',
    statuses: statusesIn('dispute.status', DISPUTE_STATUSES),
    columns: {
      amount: 'dispute.amount',
      currency: 'dispute.currency',
      reason_code: 'dispute.reason_code',
      message: 'dispute.message',
      charge: 'dispute.charge_id',
      metadata: metadataWithCharges('dispute'),
    },
    text: `dispute.id, dispute.charge_id, dispute.amount, dispute.reason_code, dispute.message,
      dispute.metadata, charge.metadata`,
  },
});
