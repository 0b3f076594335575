import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import type { Charge, ChargeStatus } from '../charges/rules/charge.js';
import type { ChargeViewContext } from '../charges/charge.view.js';
import { sessionStatusOf, type CheckoutSession, type SessionStatus } from './rules/checkout-session.js';
import type { RedirectUrls, SessionStyle } from './checkout-session.dto.js';

/** A payment on a page that Tollgate hosts. */
export interface CheckoutSessionView {
  object: 'checkout_session';
  /** @example "sess_test_60aaaaaaaaaaaaaaab9" */
  id: string;
  livemode: boolean;
  /**
   * Status of the payment, if there is one; an authorized payment is `successful`. Otherwise `pending`,
   * `cancelled` or `expired`.
   */
  status: SessionStatus;
  /**
   * In the smallest unit of `currency`.
   * @example 100000
   */
  amount: number;
  currency: Currency;
  /** @example "1042" */
  order_id: string | null;
  /** @example "Order 1042" */
  description: string | null;
  /** @example ["card", "promptpay"] */
  payment_methods: readonly string[];
  redirect_urls: RedirectUrls;
  /**
   * URL of the checkout page.
   * @example "http://127.0.0.1:7402/checkout/sess_test_60aaaaaaaaaaaaaaab9"
   */
  redirect_url: string;
  /** The payment of the session. Empty until the customer has chosen a payment method. */
  payments: SessionPaymentView[];
  metadata: Metadata;
  style: SessionStyle;
  /** @example "th" */
  locale: string | null;
  /** True if the payment is captured immediately. */
  auto_capture: boolean;
  /** @example [] */
  webhook_endpoints: readonly string[];
  created_at: Timestamp;
  /** When the session expires. */
  expires_at: Timestamp;
  /** @example null */
  cancelled_at: Timestamp | null;
}

interface SessionPaymentView {
  /** @example "chrg_test_60aaaaaaaaaaaaaaab2" */
  charge_id: string;
  /** Status of the charge. */
  status: ChargeStatus;
}

/** A session with its payment, as its view needs it. */
export interface LoadedSession {
  readonly session: CheckoutSession;
  readonly charge: Pick<Charge, 'id' | 'status' | 'authorizedAt'> | null;
}

/** The checkout session object (docs/fidelity.md CS1). */
export function checkoutSessionView(
  { session, charge }: LoadedSession,
  context: ChargeViewContext,
): CheckoutSessionView {
  return {
    object: 'checkout_session',
    id: session.id,
    livemode: session.livemode,
    status: sessionStatusOf(session, charge, context.now),
    amount: session.amount,
    currency: session.currency,
    order_id: session.orderId,
    description: session.description,
    payment_methods: session.paymentMethods,
    redirect_urls: { complete_url: session.completeUrl, cancel_url: session.cancelUrl },
    redirect_url: checkoutUrl(session, context),
    payments: charge ? [{ charge_id: charge.id, status: charge.status }] : [],
    metadata: session.metadata,
    style: { theme_color: session.themeColor, text_color: session.textColor },
    locale: session.locale,
    auto_capture: session.autoCapture,
    webhook_endpoints: session.webhookEndpoints,
    created_at: isoSeconds(session.createdAt),
    expires_at: isoSeconds(session.expiresAt),
    cancelled_at: isoSecondsOrNull(session.cancelledAt),
  };
}

/** The URL of the payment page. */
export function checkoutUrl(
  { id }: Pick<CheckoutSession, 'id'>,
  { payUrl }: Pick<ChargeViewContext, 'payUrl'>,
): string {
  return `${payUrl}/checkout/${id}`;
}
