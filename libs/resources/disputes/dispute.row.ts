import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { toRow, toUpdate, type Row, type RowUpdate } from '#engine/writes/rows.js';
import type { Transaction } from '../journal/rules/journal.js';
import type { Dispute, DisputeDocument, DisputeStatus } from './rules/dispute.js';

/** A document without its bytes. */
export const DOCUMENT_FIELDS = [
  'id',
  'accountId',
  'livemode',
  'version',
  'disputeId',
  'filename',
  'contentType',
  'downloadToken',
  'deleted',
  'createdAt',
] as const satisfies readonly (keyof DisputeDocument)[];

interface DisputeParts extends Pick<Dispute, 'documents' | 'webhookEndpoints'> {
  readonly started: Transaction;
  readonly won: Transaction | null;
}

export function toDispute(stored: JsonRow<'Dispute'>, { started, won, ...parts }: DisputeParts): Dispute {
  return {
    ...stored,
    ...parts,
    status: stored.status as DisputeStatus,
    currency: stored.currency as Currency,
    fundingCurrency: stored.fundingCurrency as Currency,
    metadata: stored.metadata as Metadata,
    transactions: won ? [won, started] : [started],
  };
}

export function toDisputeRow(dispute: Dispute): Row<'dispute'> {
  return toRow('dispute', fieldsOf(dispute));
}

export function disputeUpdate(before: Dispute, after: Dispute): RowUpdate {
  return toUpdate('dispute', fieldsOf(before), fieldsOf(after));
}

function fieldsOf(dispute: Dispute) {
  return {
    ...dispute,
    startedTransactionId: dispute.transactions.at(-1)?.id ?? '',
    wonTransactionId: dispute.transactions.find(({ key }) => key === 'dispute.won.credit')?.id ?? null,
  };
}

export function toDocumentRow(document: DisputeDocument, content: Uint8Array): Row<'dispute_document'> {
  // As PostgreSQL reads bytes from text.
  return toRow('dispute_document', { ...document, content: `\\x${Buffer.from(content).toString('hex')}` });
}
