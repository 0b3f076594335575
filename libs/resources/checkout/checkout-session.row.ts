import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { CheckoutSession as StoredSession } from '#platform/database/generated/client.js';
import type { CheckoutSession } from './rules/checkout-session.js';

export function toSession(stored: StoredSession): CheckoutSession {
  return {
    ...stored,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    metadata: stored.metadata as Metadata,
  };
}
