import type { CheckoutSession } from '#domain/checkout/checkout-session.js';
import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { CheckoutSession as StoredSession } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';

export function toSession(stored: StoredSession): CheckoutSession {
  return { ...stored, amount: Number(stored.amount), currency: stored.currency as Currency, metadata: stored.metadata as Metadata };
}

export function toSessionRow(session: CheckoutSession): Row<'checkout_session'> {
  return {
    id: session.id,
    account_id: session.accountId,
    livemode: session.livemode,
    version: session.version,
    amount: session.amount,
    currency: session.currency,
    order_id: session.orderId,
    description: session.description,
    payment_methods: session.paymentMethods,
    complete_url: session.completeUrl,
    cancel_url: session.cancelUrl,
    metadata: session.metadata,
    theme_color: session.themeColor,
    text_color: session.textColor,
    locale: session.locale,
    auto_capture: session.autoCapture,
    webhook_endpoints: session.webhookEndpoints,
    charge_id: session.chargeId,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    cancelled_at: session.cancelledAt,
  };
}

/** Ends the time in which the session can be paid: by its payment, or by its customer. */
export function sessionUpdate(
  { id, version }: CheckoutSession,
  by: { readonly chargeId: string } | { readonly cancelledAt: Date },
): RowUpdate {
  const set = 'chargeId' in by ? { charge_id: by.chargeId } : { cancelled_at: by.cancelledAt };
  return { table: 'checkout_session', id, version, set };
}
