import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { Refund } from '#domain/refunds/refund.js';
import type { Refund as StoredRefund } from '#platform/database/generated/client.js';
import type { JsonRow } from '#platform/database/json-rows.js';

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
