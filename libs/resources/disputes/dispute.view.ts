import { embeddedList, type ListView } from '#kernel/list.js';
import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import { transactionView, type TransactionView } from '../transactions/transaction.view.js';
import type { Dispute, DisputeStatus } from './rules/dispute.js';
import { documentView, type DocumentView } from './document.view.js';

export interface DisputeViewContext {
  /** The public address of the API, where documents are downloaded. */
  readonly baseUrl: string;
  readonly now: Date;
}

/** A cardholder's dispute of a charge. */
export interface DisputeView {
  object: 'dispute';
  /** @example "dspt_test_60aaaaaaaaaaaaaaaa9" */
  id: string;
  livemode: boolean;
  /** @example "/disputes/dspt_test_60aaaaaaaaaaaaaaaa9" */
  location: string;
  /** Currency of the charge. */
  currency: Currency;
  /**
   * Disputed amount, in the smallest unit of `currency`.
   * @example 100000
   */
  amount: number;
  /**
   * Disputed amount in the account's currency.
   * @example 100000
   */
  funding_amount: number;
  funding_currency: Currency;
  metadata: Metadata;
  /**
   * @expands ChargeView
   * @example "chrg_test_60aaaaaaaaaaaaaaaa7"
   */
  charge: string;
  documents: ListView<DocumentView>;
  /** Balance transactions of the dispute, latest first. */
  transactions: TransactionView[];
  admin_message: null;
  /**
   * The merchant's statement.
   * @example "The goods were delivered on 2 February."
   */
  message: string | null;
  /** @example "goods_or_services_not_provided" */
  reason_code: string;
  /** @example "Merchandise/Services Not Received" */
  reason_message: string;
  status: DisputeStatus;
  closed_at: Timestamp | null;
  created_at: Timestamp;
  merchant_name: null;
  merchant_uid: null;
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
