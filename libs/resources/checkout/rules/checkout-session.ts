import { MAX_URI_LENGTH } from '#kernel/http-url.js';
import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { DAY_MS } from '#kernel/time.js';
import type { VersionedObject } from '#kernel/scope.js';
import { phaseOf, type Charge, type ChargeStatus } from '../../charges/rules/charge.js';

/** Payment period of a session (docs/fidelity.md CS7). */
export const SESSION_EXPIRES_AFTER_MS = DAY_MS;

/**
 * One payment that a shop asks for, on a page that is not its own. `amount` is an integer in the smallest
 * unit of `currency`.
 */
export interface CheckoutSession extends VersionedObject {
  readonly amount: number;
  readonly currency: Currency;
  /** The shop's own order number. */
  readonly orderId: string | null;
  readonly description: string | null;
  /** `card`, and types of sources, in the order in which the page shows them. */
  readonly paymentMethods: readonly string[];
  readonly completeUrl: string;
  readonly cancelUrl: string;
  readonly metadata: Metadata;
  /** Colour of the page's buttons, `#rgb` or `#rrggbb`. */
  readonly themeColor: string | null;
  readonly textColor: string | null;
  readonly locale: string | null;
  /** False if a separate capture takes the money. */
  readonly autoCapture: boolean;
  readonly webhookEndpoints: readonly string[];
  /** Its one payment. */
  readonly chargeId: string | null;
  readonly expiresAt: Date;
  readonly cancelledAt: Date | null;
}

export type SessionPhase = 'open' | 'paid' | 'cancelled' | 'expired';

export function sessionPhaseOf(
  { chargeId, cancelledAt, expiresAt }: CheckoutSession,
  now: Date,
): SessionPhase {
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

/** Query parameter that is appended to `complete_url`. */
const CHARGE_PARAMETER = 'chargeId=';
const CHARGE_ID_LENGTH = 'chrg_test_'.length + 19;

/** The longest `complete_url`: with the charge's id it still fits the longest stored address. */
export const MAX_COMPLETE_URL_LENGTH = MAX_URI_LENGTH - `&${CHARGE_PARAMETER}`.length - CHARGE_ID_LENGTH;

/** Appends `chargeId` to the query and leaves the rest of the address unchanged (docs/fidelity.md CS4). */
export function withChargeId(completeUrl: string, chargeId: string): string {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(completeUrl) ?? [];
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${CHARGE_PARAMETER}${chargeId}${fragment}`;
}
