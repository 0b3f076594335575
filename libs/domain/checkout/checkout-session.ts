import { phaseOf, type Charge, type ChargeStatus } from '../charges/charge.js';
import { MAX_URI_LENGTH } from '../http-url.js';
import type { Metadata } from '../metadata.js';
import type { Currency } from '../money.js';
import { DAY_MS } from '../time.js';

/** How long a session can be paid (docs/fidelity.md CS7). */
export const SESSION_EXPIRES_AFTER_MS = DAY_MS;

/** One payment that a shop asks for, on a page that is not its own. `amount` is an integer in the smallest unit of `currency`. */
export interface CheckoutSession {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Grows by one with every change: what a change is compared against before it is written. */
  readonly version: number;
  readonly amount: number;
  readonly currency: Currency;
  /** What the shop calls its order. */
  readonly orderId: string | null;
  readonly description: string | null;
  /** `card`, and types of sources, in the order in which the page shows them. */
  readonly paymentMethods: readonly string[];
  readonly completeUrl: string;
  readonly cancelUrl: string;
  readonly metadata: Metadata;
  /** Of the page's buttons, `#rgb` or `#rrggbb`. */
  readonly themeColor: string | null;
  /** Of what is written on them. */
  readonly textColor: string | null;
  readonly locale: string | null;
  /** Whether payment takes the money at once, or only after a capture. */
  readonly autoCapture: boolean;
  readonly webhookEndpoints: readonly string[];
  /** Its one payment. */
  readonly chargeId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly cancelledAt: Date | null;
}

/** What a customer finds at a session: something to pay, a payment, or why there is nothing any more. */
export type SessionPhase = 'open' | 'paid' | 'cancelled' | 'expired';

export function sessionPhaseOf({ chargeId, cancelledAt, expiresAt }: CheckoutSession, now: Date): SessionPhase {
  if (chargeId !== null) return 'paid';
  if (cancelledAt !== null) return 'cancelled';
  return now.getTime() >= expiresAt.getTime() ? 'expired' : 'open';
}

export type SessionStatus = ChargeStatus | 'cancelled';

/** `status` as callers see it; that of its payment where there is one (docs/fidelity.md CS3). */
export function sessionStatusOf(
  session: CheckoutSession,
  charge: Pick<Charge, 'status' | 'authorizedAt'> | null,
  now: Date,
): SessionStatus {
  if (charge) return phaseOf(charge) === 'authorized' ? 'successful' : charge.status;
  const phase = sessionPhaseOf(session, now);
  return phase === 'cancelled' || phase === 'expired' ? phase : 'pending';
}

/** What `complete_url` is given more, before the id. */
const CHARGE_PARAMETER = 'chargeId=';
const CHARGE_ID_LENGTH = 'chrg_test_'.length + 19;

/** The longest `complete_url`: with the charge in its query it is an address that can be stored. */
export const MAX_COMPLETE_URL_LENGTH = MAX_URI_LENGTH - `&${CHARGE_PARAMETER}`.length - CHARGE_ID_LENGTH;

/** Where the customer goes from the payment: the shop's own address, unchanged but for `chargeId` at the end of its query (docs/fidelity.md CS4). */
export function withChargeId(completeUrl: string, chargeId: string): string {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(completeUrl) ?? [];
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${CHARGE_PARAMETER}${chargeId}${fragment}`;
}
