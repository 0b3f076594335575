import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { OwnedObject } from '#kernel/scope.js';

/**
 * Money of a charge that went back. `amount` is in the charge's currency, `fundingAmount` in the account's;
 * both in smallest units.
 */
export interface Refund extends OwnedObject {
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly fundingAmount: number;
  readonly fundingCurrency: Currency;
  /** True if it cancelled the charge on the day of payment. */
  readonly voided: boolean;
  readonly metadata: Metadata;
  readonly transactionId: string;
}
