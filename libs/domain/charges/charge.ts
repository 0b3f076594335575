import type { FailureCode } from '../failures.js';
import type { Metadata } from '../metadata.js';
import type { Currency, FeeTerms } from '../money.js';

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
export interface Charge {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Grows by one with every change: what a change is compared against before it is written. */
  readonly version: number;
  readonly status: ChargeStatus;
  readonly amount: number;
  readonly currency: Currency;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
  readonly refundCount: number;
  readonly fundingAmount: number;
  readonly fundingCurrency: Currency;
  readonly fees: FeeTerms;
  /** The interest of installments that the merchant pays: percent of `fundingAmount`, as decimal text. */
  readonly interestRate: string;
  readonly description: string | null;
  readonly metadata: Metadata;
  /** Whether payment takes the money at once, or only after a capture. */
  readonly capture: boolean;
  /** `pre_auth` lets a capture take less than was authorized. */
  readonly authorizationType: AuthorizationType | null;
  /** How the cardholder proves who they are on the page; null when nobody asks. */
  readonly authentication: Authentication | null;
  /** How many wrong one-time passwords the cardholder has entered on the page. */
  readonly wrongPasswordCount: number;
  readonly ip: string | null;
  readonly returnUri: string | null;
  /** Names the page where the customer pays: the id in `authorize_uri`. */
  readonly paymentId: string | null;
  readonly sourceId: string | null;
  readonly cardId: string | null;
  readonly linkedAccountId: string | null;
  readonly customerId: string | null;
  /** What made it, if no request did. */
  readonly scheduleId: string | null;
  readonly providerReferences: readonly string[];
  /** Names the picture of the code that the customer scans; null for a charge without one. */
  readonly documentId: string | null;
  readonly transactionId: string | null;
  /** Of the latest dispute. */
  readonly disputeId: string | null;
  readonly failureCode: FailureCode | null;
  /** Whether a refund on the day of payment undid it. */
  readonly voided: boolean;
  readonly webhookEndpoints: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly authorizedAt: Date | null;
  readonly paidAt: Date | null;
  readonly expiredAt: Date | null;
  readonly reversedAt: Date | null;
  /** How it ends where a fault or `auto_approve` decides, and not its customer: `never` leaves it pending until it expires. */
  readonly settlesAs: 'successful' | 'never' | FailureCode | null;
  /** When it does so. */
  readonly settlesAt: Date | null;
  /** The link that its customer came by. */
  readonly linkId: string | null;
}

/** Where a charge is on its way: `pending` tells apart one that waits for its customer and one that waits for capture. */
export type ChargePhase = 'awaiting_customer' | 'authorized' | Exclude<ChargeStatus, 'pending'>;

export function phaseOf(charge: Pick<Charge, 'status' | 'authorizedAt'>): ChargePhase {
  if (charge.status !== 'pending') return charge.status;
  return charge.authorizedAt ? 'authorized' : 'awaiting_customer';
}

/** Whether the charge's time has come, written down yet or not. */
export function isOverdue(charge: Pick<Charge, 'status' | 'expiresAt'>, now: Date): boolean {
  return charge.status === 'pending' && now.getTime() >= charge.expiresAt.getTime();
}
