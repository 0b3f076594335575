import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Refund } from './rules/refund.js';

export function toRefund(stored: JsonRow<'Refund'>): Refund {
  return {
    ...stored,
    currency: stored.currency as Currency,
    fundingCurrency: stored.fundingCurrency as Currency,
    metadata: stored.metadata as Metadata,
  };
}
