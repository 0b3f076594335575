import type { CheckoutSession } from '#domain/checkout/checkout-session.js';
import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { CheckoutSession as StoredSession } from '#platform/database/generated/client.js';

export function toSession(stored: StoredSession): CheckoutSession {
  return {
    ...stored,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    metadata: stored.metadata as Metadata,
  };
}
