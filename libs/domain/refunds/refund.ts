import type { Metadata } from '../metadata.js';
import type { Currency } from '../money.js';

/**
 * Money of a charge that went back. `amount` is in the charge's currency, `fundingAmount` in the account's;
 * both in smallest units.
 */
export interface Refund {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly fundingAmount: number;
  readonly fundingCurrency: Currency;
  /** True if it cancelled the charge on the day of payment. */
  readonly voided: boolean;
  readonly metadata: Metadata;
  readonly transactionId: string;
  readonly createdAt: Date;
}
