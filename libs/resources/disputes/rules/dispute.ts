import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { OwnedObject, VersionedObject } from '#kernel/scope.js';
import type { Transaction } from '../../journal/rules/journal.js';

export const DISPUTE_STATUSES = ['open', 'pending', 'won', 'lost'] as const;

export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const VERDICTS = ['won', 'lost'] as const satisfies readonly DisputeStatus[];

export type Verdict = (typeof VERDICTS)[number];

/**
 * A cardholder's objection to a charge: what of its money is at stake, and what has become of it. `amount` is
 * in the charge's currency, `fundingAmount` in the account's; both in smallest units.
 */
export interface Dispute extends OwnedObject {
  /** Grows by one with every change, also of its documents; a write requires the version that was read. */
  readonly version: number;
  readonly chargeId: string;
  readonly status: DisputeStatus;
  readonly amount: number;
  readonly currency: Currency;
  readonly fundingAmount: number;
  readonly fundingCurrency: Currency;
  /** The merchant's side. */
  readonly message: string | null;
  readonly metadata: Metadata;
  readonly reasonCode: string;
  readonly reasonMessage: string;
  /** Its movements of the merchant's balance, the latest first. */
  readonly transactions: readonly Transaction[];
  /** Oldest first; no more than {@link MAX_DOCUMENTS} of document.rules. */
  readonly documents: readonly DisputeDocument[];
  /** Of its charge: events about the dispute go there too. */
  readonly webhookEndpoints: readonly string[];
  readonly closedAt: Date | null;
}

/** A file that supports the merchant's side; its bytes stay in the database until somebody wants them. */
export interface DisputeDocument extends VersionedObject {
  readonly disputeId: string;
  readonly filename: string;
  readonly contentType: string;
  /** The secret part of its address. */
  readonly downloadToken: string;
  readonly deleted: boolean;
}

/**
 * True while the charge's money is held for the dispute, or lost. A won dispute returns it (docs/fidelity.md
 * D4).
 */
export function holdsMoney(dispute: Pick<Dispute, 'status'> | null): boolean {
  return dispute !== null && dispute.status !== 'won';
}
