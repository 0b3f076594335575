import type { Dispute } from '#domain/disputes/dispute.js';
import { embeddedList } from '#domain/list.js';
import { isoSeconds, isoSecondsOrNull } from '#domain/time.js';
import { transactionView } from '../transactions/transaction.view.js';
import { documentView } from './document.view.js';

/** What a view needs besides its row. */
export interface DisputeViewContext {
  /** The public address of the API, where documents are downloaded. */
  readonly baseUrl: string;
  readonly now: Date;
}

export interface DisputeView {
  object: 'dispute';
  id: string;
  location: string;
  [field: string]: unknown;
}

/** The dispute object, keys in the recorded order (docs/fidelity.md D1). */
export function disputeView(dispute: Dispute, { baseUrl, now }: DisputeViewContext): DisputeView {
  const location = `/disputes/${dispute.id}`;
  const documents = dispute.documents.map((document) => documentView(document, baseUrl));
  return {
    object: 'dispute',
    id: dispute.id,
    livemode: dispute.livemode,
    location,
    currency: dispute.currency,
    amount: dispute.amount,
    funding_amount: dispute.fundingAmount,
    funding_currency: dispute.fundingCurrency,
    metadata: dispute.metadata,
    charge: dispute.chargeId,
    documents: embeddedList(documents, documents.length, `${location}/documents`, now),
    transactions: dispute.transactions.map(transactionView),
    admin_message: null,
    message: dispute.message,
    reason_code: dispute.reasonCode,
    reason_message: dispute.reasonMessage,
    status: dispute.status,
    closed_at: isoSecondsOrNull(dispute.closedAt),
    created_at: isoSeconds(dispute.createdAt),
    merchant_name: null,
    merchant_uid: null,
  };
}
