import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Refund } from './rules/refund.js';

/** A refund of a charge. */
export interface RefundView {
  object: 'refund';
  /** @example "rfnd_test_60aaaaaaaaaaaaaaab3" */
  id: string;
  /** @example "/charges/chrg_test_60aaaaaaaaaaaaaaaa7/refunds/rfnd_test_60aaaaaaaaaaaaaaab3" */
  location: string;
  livemode: boolean;
  /** True if the refund voided the charge on the day of payment. */
  voided: boolean;
  currency: Currency;
  /**
   * In the smallest unit of `currency`.
   * @example 40000
   */
  amount: number;
  metadata: Metadata;
  /**
   * @expands ChargeView
   * @example "chrg_test_60aaaaaaaaaaaaaaaa7"
   */
  charge: string;
  capture: null;
  terminal: null;
  /**
   * @expands TransactionView
   * @example "trxn_test_60aaaaaaaaaaaaaaab4"
   */
  transaction: string;
  status: 'closed';
  /**
   * Refunded amount in the account's currency.
   * @example 40000
   */
  funding_amount: number;
  funding_currency: Currency;
  created_at: Timestamp;
  acquirer_reference_number: null;
  approval_code: null;
}

/** The refund object, keys in the recorded order (docs/fidelity.md R1). */
export function refundView(refund: Refund): RefundView {
  return {
    object: 'refund',
    id: refund.id,
    location: `/charges/${refund.chargeId}/refunds/${refund.id}`,
    livemode: refund.livemode,
    voided: refund.voided,
    currency: refund.currency,
    amount: refund.amount,
    metadata: refund.metadata,
    charge: refund.chargeId,
    capture: null,
    terminal: null,
    transaction: refund.transactionId,
    status: 'closed',
    funding_amount: refund.fundingAmount,
    funding_currency: refund.fundingCurrency,
    created_at: isoSeconds(refund.createdAt),
    acquirer_reference_number: null,
    approval_code: null,
  };
}
