import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { toRow, toUpdate, type Row, type RowUpdate } from '#engine/changes/rows.js';
import { toTransaction } from '../transactions/transaction.row.js';
import type { Dispute, DisputeDocument, DisputeStatus } from './rules/dispute.js';

/** The relations that are read with a dispute: its documents without their bytes. */
export const DISPUTE_PARTS = {
  startedTransaction: true,
  wonTransaction: true,
  documents: {
    where: { deleted: false },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    omit: { content: true },
  },
  charge: { select: { webhookEndpoints: true } },
} satisfies Prisma.DisputeInclude;

type StoredDispute = Prisma.DisputeGetPayload<{ include: typeof DISPUTE_PARTS }>;

export function toDispute({ startedTransaction, wonTransaction, charge, ...stored }: StoredDispute): Dispute {
  return {
    ...stored,
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
