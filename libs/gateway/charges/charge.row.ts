import type { Authentication, AuthorizationType, Charge, ChargeStatus } from '#domain/charges/charge.js';
import type { Card } from '#domain/cards/card.js';
import type { Dispute } from '#domain/disputes/dispute.js';
import type { FailureCode } from '#domain/failures.js';
import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { Refund } from '#domain/refunds/refund.js';
import type { Source } from '#domain/sources/source.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { toCard } from '../cards/card.row.js';
import type { Row, RowUpdate } from '../changes/rows.js';
import { toSource } from '../sources/source.row.js';

/** A charge with what its view embeds. */
export interface LoadedCharge {
  readonly charge: Charge;
  readonly source: Source | null;
  readonly card: Card | null;
  /** The first ones, oldest first. */
  readonly refunds: readonly Refund[];
  /** The latest one. */
  readonly dispute: Dispute | null;
}

/** What is read of every charge with one statement. */
export interface StoredCharge {
  readonly charge: JsonRow<'Charge'>;
  readonly source: JsonRow<'Source'> | null;
  readonly card: JsonRow<'Card'> | null;
}

export function toLoadedCharge(
  { charge, source, card }: StoredCharge,
  { refunds, dispute }: Pick<LoadedCharge, 'refunds' | 'dispute'>,
): LoadedCharge {
  return { charge: toCharge(charge), source: source && toSource(source), card: card && toCard(card), refunds, dispute };
}

function toCharge(stored: JsonRow<'Charge'>): Charge {
  const { feeFlat, feeRate, vatRate } = stored;
  return {
    // Without taking those out: a copy of what is left would take longer than all the rest.
    ...stored,
    status: stored.status as ChargeStatus,
    currency: stored.currency as Currency,
    authorizationType: stored.authorizationType as AuthorizationType | null,
    authentication: stored.authentication as Authentication | null,
    fundingCurrency: stored.fundingCurrency as Currency,
    fees: { feeFlat, feeRate, vatRate },
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as FailureCode | null,
    settlesAs: stored.settlesAs as Charge['settlesAs'],
  };
}

export function toChargeRow(charge: Charge): Row<'charge'> {
  return {
    id: charge.id,
    account_id: charge.accountId,
    livemode: charge.livemode,
    version: charge.version,
    amount: charge.amount,
    currency: charge.currency,
    funding_currency: charge.fundingCurrency,
    fee_flat: charge.fees.feeFlat,
    fee_rate: charge.fees.feeRate,
    vat_rate: charge.fees.vatRate,
    interest_rate: charge.interestRate,
    capture: charge.capture,
    authorization_type: charge.authorizationType,
    authentication: charge.authentication,
    ip: charge.ip,
    return_uri: charge.returnUri,
    payment_id: charge.paymentId,
    source_id: charge.sourceId,
    card_id: charge.cardId,
    linked_account_id: charge.linkedAccountId,
    customer_id: charge.customerId,
    schedule_id: charge.scheduleId,
    provider_references: charge.providerReferences,
    document_id: charge.documentId,
    link_id: charge.linkId,
    webhook_endpoints: charge.webhookEndpoints,
    created_at: charge.createdAt,
    ...changingColumns(charge),
  };
}

export function chargeUpdate(before: Charge, after: Charge): RowUpdate {
  return { table: 'charge', id: before.id, version: before.version, set: changingColumns(after) };
}

function changingColumns(charge: Charge) {
  return {
    status: charge.status,
    captured_amount: charge.capturedAmount,
    funding_amount: charge.fundingAmount,
    refunded_amount: charge.refundedAmount,
    refund_count: charge.refundCount,
    voided: charge.voided,
    description: charge.description,
    metadata: charge.metadata,
    transaction_id: charge.transactionId,
    dispute_id: charge.disputeId,
    failure_code: charge.failureCode,
    wrong_password_count: charge.wrongPasswordCount,
    expires_at: charge.expiresAt,
    authorized_at: charge.authorizedAt,
    paid_at: charge.paidAt,
    expired_at: charge.expiredAt,
    reversed_at: charge.reversedAt,
    settles_as: charge.settlesAs,
    settles_at: charge.settlesAt,
  } satisfies RowUpdate<'charge'>['set'];
}
