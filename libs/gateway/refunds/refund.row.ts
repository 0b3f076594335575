import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { Refund } from '#domain/refunds/refund.js';
import type { Refund as StoredRefund } from '#platform/database/generated/client.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Row } from '../changes/rows.js';

export function toRefund(stored: StoredRefund | JsonRow<'Refund'>): Refund {
  return {
    ...stored,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    fundingAmount: Number(stored.fundingAmount),
    fundingCurrency: stored.fundingCurrency as Currency,
    metadata: stored.metadata as Metadata,
  };
}

export function toRefundRow(refund: Refund): Row<'refund'> {
  return {
    id: refund.id,
    account_id: refund.accountId,
    livemode: refund.livemode,
    charge_id: refund.chargeId,
    amount: refund.amount,
    currency: refund.currency,
    funding_amount: refund.fundingAmount,
    funding_currency: refund.fundingCurrency,
    voided: refund.voided,
    metadata: refund.metadata,
    transaction_id: refund.transactionId,
    created_at: refund.createdAt,
  };
}
