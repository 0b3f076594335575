import type { Charge, ChargeStatus } from '#domain/charges/charge.js';
import type { FailureCode } from '#domain/failures.js';
import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { Source } from '#domain/sources/source.js';
import type { Charge as StoredCharge, Source as StoredSource } from '#platform/database/generated/client.js';
import type { Row } from '../events/changes.js';
import { toSource } from '../sources/source.row.js';

/** A charge with what its view embeds. */
export interface ChargeWithSource {
  readonly charge: Charge;
  readonly source: Source | null;
}

export function toChargeWithSource(stored: StoredCharge & { source: StoredSource | null }): ChargeWithSource {
  const { source, feeFlat, feeRate, vatRate, ...rest } = stored;
  const charge: Charge = {
    ...rest,
    status: stored.status as ChargeStatus,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    capturedAmount: Number(stored.capturedAmount),
    fundingAmount: Number(stored.fundingAmount),
    fundingCurrency: stored.fundingCurrency as Currency,
    fees: { feeFlat, feeRate, vatRate },
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as FailureCode | null,
  };
  return { charge, source: source && toSource(source) };
}

export function toChargeRow(charge: Charge): Row {
  return {
    id: charge.id,
    account_id: charge.accountId,
    livemode: charge.livemode,
    version: charge.version,
    amount: charge.amount,
    currency: charge.currency,
    funding_amount: charge.fundingAmount,
    funding_currency: charge.fundingCurrency,
    fee_flat: charge.fees.feeFlat,
    fee_rate: charge.fees.feeRate,
    vat_rate: charge.fees.vatRate,
    capture: charge.capture,
    ip: charge.ip,
    return_uri: charge.returnUri,
    payment_id: charge.paymentId,
    source_id: charge.sourceId,
    provider_references: charge.providerReferences,
    webhook_endpoints: charge.webhookEndpoints,
    created_at: charge.createdAt,
    ...toMovedRow(charge),
  };
}

/** The columns that a change may change. */
export function toMovedRow(charge: Charge): Row {
  return {
    status: charge.status,
    captured_amount: charge.capturedAmount,
    description: charge.description,
    metadata: charge.metadata,
    transaction_id: charge.transactionId,
    failure_code: charge.failureCode,
    expires_at: charge.expiresAt,
    authorized_at: charge.authorizedAt,
    paid_at: charge.paidAt,
    expired_at: charge.expiredAt,
    reversed_at: charge.reversedAt,
  };
}
