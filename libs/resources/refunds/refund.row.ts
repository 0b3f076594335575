import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { Refund as StoredRefund } from '#platform/database/generated/client.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Refund } from './rules/refund.js';

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
