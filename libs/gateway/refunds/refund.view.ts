import type { Refund } from '#domain/refunds/refund.js';
import { isoSeconds } from '#domain/time.js';

export interface RefundView {
  object: 'refund';
  id: string;
  location: string;
  amount: number;
  [field: string]: unknown;
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
