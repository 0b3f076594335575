import { defineResource, each } from '#engine/resources/resource.js';
import { all, one, required, rowsWith, value } from '#engine/resources/rows-of.js';
import { toTransaction } from '../transactions/transaction.row.js';
import { DOCUMENT_FIELDS, toDispute } from './dispute.row.js';
import { disputeView } from './dispute.view.js';

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
});
