import type { FailureCode } from '#kernel/failures.js';
import type { Metadata } from '#kernel/metadata.js';
import type { Currency, FeeTerms } from '#kernel/money.js';
import type { VersionedObject } from '#kernel/scope.js';

export const CHARGE_STATUSES = ['pending', 'successful', 'failed', 'expired', 'reversed'] as const;

export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

export const AUTHORIZATION_TYPES = ['pre_auth', 'final_auth'] as const;

export type AuthorizationType = (typeof AUTHORIZATION_TYPES)[number];

export const AUTHENTICATIONS = ['3DS', 'PASSKEY'] as const;

export type Authentication = (typeof AUTHENTICATIONS)[number];

/**
 * A payment from a customer to the merchant. Amounts are integers in the smallest unit of `currency`,
 * `fundingAmount` in that of `fundingCurrency`, the account's own.
 */
export interface Charge extends VersionedObject {
  readonly status: ChargeStatus;
  readonly amount: number;
  readonly currency: Currency;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
  readonly refundCount: number;
  readonly fundingAmount: number;
  readonly fundingCurrency: Currency;
  readonly fees: FeeTerms;
  /** Installment interest that the merchant pays: percent of `fundingAmount`, as decimal text. */
  readonly interestRate: string;
  readonly description: string | null;
  readonly metadata: Metadata;
  /** False if the payment requires a separate capture. */
  readonly capture: boolean;
  /** `pre_auth` allows a partial capture. */
  readonly authorizationType: AuthorizationType | null;
  /** Authentication of the cardholder on the page; null without. */
  readonly authentication: Authentication | null;
  readonly wrongPasswordCount: number;
  readonly ip: string | null;
  readonly returnUri: string | null;
  /** The id in `authorize_uri`. */
  readonly paymentId: string | null;
  readonly sourceId: string | null;
  readonly cardId: string | null;
  readonly linkedAccountId: string | null;
  readonly customerId: string | null;
  /** Null for charges made by a request. */
  readonly scheduleId: string | null;
  readonly providerReferences: readonly string[];
  /** The image of the code that the customer scans. Null without a code. */
  readonly documentId: string | null;
  readonly transactionId: string | null;
  /** The latest dispute. */
  readonly disputeId: string | null;
  readonly failureCode: FailureCode | null;
  /** True if a refund on the day of payment cancelled the charge. */
  readonly voided: boolean;
  readonly webhookEndpoints: readonly string[];
  readonly expiresAt: Date;
  readonly authorizedAt: Date | null;
  readonly paidAt: Date | null;
  readonly expiredAt: Date | null;
  readonly reversedAt: Date | null;
  /**
   * The outcome by a fault or `auto_approve`, due at `settlesAt`. `never` leaves the charge pending until it
   * expires.
   */
  readonly settlesAs: 'successful' | 'never' | FailureCode | null;
  readonly settlesAt: Date | null;
  readonly linkId: string | null;
}

/** Splits the status `pending` into waiting for the customer and waiting for the capture. */
export type ChargePhase = 'awaiting_customer' | 'authorized' | Exclude<ChargeStatus, 'pending'>;

export function phaseOf(charge: Pick<Charge, 'status' | 'authorizedAt'>): ChargePhase {
  if (charge.status !== 'pending') return charge.status;
  return charge.authorizedAt ? 'authorized' : 'awaiting_customer';
}

/** True from the expiry time on, even before the expiry is stored. */
export function isOverdue(charge: Pick<Charge, 'status' | 'expiresAt'>, now: Date): boolean {
  return charge.status === 'pending' && now.getTime() >= charge.expiresAt.getTime();
}
