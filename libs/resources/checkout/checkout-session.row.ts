import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { CheckoutSession } from './rules/checkout-session.js';

export function toSession(stored: JsonRow<'CheckoutSession'>): CheckoutSession {
  return {
    ...stored,
    currency: stored.currency as Currency,
    metadata: stored.metadata as Metadata,
  };
}
