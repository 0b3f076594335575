import type { Dispute, DisputeDocument, DisputeStatus } from '#domain/disputes/dispute.js';
import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { Prisma } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';
import { toTransaction } from '../transactions/transaction.row.js';

/** The relations that are read with a dispute: its documents without their bytes. */
export const DISPUTE_PARTS = {
  startedTransaction: true,
  wonTransaction: true,
  documents: { where: { deleted: false }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], omit: { content: true } },
  charge: { select: { webhookEndpoints: true } },
} satisfies Prisma.DisputeInclude;

type StoredDispute = Prisma.DisputeGetPayload<{ include: typeof DISPUTE_PARTS }>;

export function toDispute(stored: StoredDispute): Dispute {
  const { id, accountId, livemode, version, chargeId, message, reasonCode, reasonMessage, documents, createdAt, closedAt } = stored;
  const { startedTransaction, wonTransaction, charge } = stored;
  return {
    ...{ id, accountId, livemode, version, chargeId, message, reasonCode, reasonMessage, documents, createdAt, closedAt },
    status: stored.status as DisputeStatus,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    fundingAmount: Number(stored.fundingAmount),
    fundingCurrency: stored.fundingCurrency as Currency,
    metadata: stored.metadata as Metadata,
    transactions: [...(wonTransaction ? [wonTransaction] : []), startedTransaction].map(toTransaction),
    webhookEndpoints: charge.webhookEndpoints,
  };
}

export function toDisputeRow(dispute: Dispute): Row<'dispute'> {
  return {
    id: dispute.id,
    account_id: dispute.accountId,
    livemode: dispute.livemode,
    version: dispute.version,
    charge_id: dispute.chargeId,
    amount: dispute.amount,
    currency: dispute.currency,
    funding_amount: dispute.fundingAmount,
    funding_currency: dispute.fundingCurrency,
    reason_code: dispute.reasonCode,
    reason_message: dispute.reasonMessage,
    started_transaction_id: dispute.transactions.at(-1)?.id ?? '',
    created_at: dispute.createdAt,
    ...changingColumns(dispute),
  };
}

export function disputeUpdate(before: Dispute, after: Dispute): RowUpdate {
  return { table: 'dispute', id: before.id, version: before.version, set: changingColumns(after) };
}

function changingColumns(dispute: Dispute) {
  return {
    status: dispute.status,
    message: dispute.message,
    metadata: dispute.metadata,
    won_transaction_id: dispute.transactions.find(({ key }) => key === 'dispute.won.credit')?.id ?? null,
    closed_at: dispute.closedAt,
  } satisfies RowUpdate<'dispute'>['set'];
}

export function toDocumentRow(document: DisputeDocument, content: Uint8Array): Row<'dispute_document'> {
  return {
    id: document.id,
    account_id: document.accountId,
    livemode: document.livemode,
    version: document.version,
    dispute_id: document.disputeId,
    filename: document.filename,
    content_type: document.contentType,
    // As PostgreSQL reads bytes from text.
    content: `\\x${Buffer.from(content).toString('hex')}`,
    download_token: document.downloadToken,
    deleted: document.deleted,
    created_at: document.createdAt,
  };
}
