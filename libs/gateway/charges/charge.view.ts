import { phaseOf, type Charge } from '#domain/charges/charge.js';
import { disputabilityOf } from '#domain/disputes/dispute.rules.js';
import { FAILURES } from '#domain/failures.js';
import { embeddedList } from '#domain/list.js';
import { feesOf } from '#domain/money.js';
import { refundabilityOf } from '#domain/refunds/refund.rules.js';
import { isoSeconds, isoSecondsOrNull } from '#domain/time.js';
import { cardView } from '../cards/card.view.js';
import { disputeView, type DisputeViewContext } from '../disputes/dispute.view.js';
import { refundView } from '../refunds/refund.view.js';
import { sourceView } from '../sources/source.view.js';
import type { LoadedCharge } from './charge.row.js';

/** What a view needs besides its row. */
export interface ViewContext extends DisputeViewContext {
  /** The public address of the pages where customers pay. */
  readonly payUrl: string;
}

export interface ChargeView {
  object: 'charge';
  id: string;
  location: string;
  [field: string]: unknown;
}

/** The charge object, keys in the recorded order (docs/fidelity.md C1); its flags follow the table of C2. */
export function chargeView(loaded: LoadedCharge, context: ViewContext): ChargeView {
  const { charge, source, card, refunds, dispute } = loaded;
  const { payUrl, baseUrl, now } = context;
  const location = `/charges/${charge.id}`;
  const { fee, feeVat, interest, interestVat, net } = feesOf(charge.fundingAmount, charge.fees, charge.interestRate);
  return {
    object: 'charge',
    id: charge.id,
    location,
    amount: charge.amount,
    authorization_type: charge.authorizationType,
    authorized_amount: charge.amount,
    captured_amount: charge.capturedAmount,
    acquirer_reference_number: null,
    net,
    fee,
    fee_vat: feeVat,
    interest,
    interest_vat: interestVat,
    funding_amount: charge.fundingAmount,
    refunded_amount: charge.refundedAmount,
    transaction_fees: { fee_flat: charge.fees.feeFlat, fee_rate: charge.fees.feeRate, vat_rate: charge.fees.vatRate },
    platform_fee: { fixed: null, amount: null, percentage: null },
    currency: charge.currency,
    funding_currency: charge.fundingCurrency,
    ip: charge.ip,
    refunds: embeddedList(refunds.map(refundView), charge.refundCount, `${location}/refunds`, now),
    link: null,
    description: charge.description,
    metadata: charge.metadata,
    card: card && cardView(card),
    source: source && sourceView(source, charge, baseUrl),
    schedule: null,
    linked_account: null,
    customer: charge.customerId,
    dispute: dispute && disputeView(dispute, context),
    transaction: charge.transactionId,
    failure_code: charge.failureCode,
    failure_message: charge.failureCode && FAILURES[charge.failureCode],
    merchant_advice: null,
    merchant_advice_code: null,
    status: charge.status,
    authorize_uri: authorizeUri(charge, payUrl),
    return_uri: charge.returnUri,
    created_at: isoSeconds(charge.createdAt),
    paid_at: isoSecondsOrNull(charge.paidAt),
    authorized_at: isoSecondsOrNull(charge.authorizedAt),
    expires_at: isoSeconds(charge.expiresAt),
    expired_at: isoSecondsOrNull(charge.expiredAt ?? (isPast(charge, now) ? charge.expiresAt : null)),
    reversed_at: isoSecondsOrNull(charge.reversedAt),
    multi_capture: false,
    zero_interest_installments: source?.zeroInterestInstallments ?? false,
    branch: null,
    terminal: null,
    device: null,
    ...flags(loaded, now),
    approval_code: null,
  };
}

/** A card charge that asks nobody for anything says so in its address (docs/fidelity.md C29). */
function authorizeUri({ paymentId, cardId, authentication }: Charge, payUrl: string): string | null {
  if (paymentId === null) return null;
  return `${payUrl}/payments/${paymentId}/authorize${cardId !== null && authentication === null ? '?acs=false' : ''}`;
}

/** Whether a settled charge has come to the end that it had been given (docs/fidelity.md C15). */
function isPast(charge: Charge, now: Date): boolean {
  return charge.status !== 'pending' && now.getTime() >= charge.expiresAt.getTime();
}

function flags(loaded: LoadedCharge, now: Date): Record<string, boolean> {
  const { charge } = loaded;
  const phase = phaseOf(charge);
  const refunds = refundabilityOf(loaded, now);
  const refundable = 'remaining' in refunds;
  return {
    authorized: charge.authorizedAt !== null,
    capturable: phase === 'authorized',
    capture: charge.capture,
    disputable: 'amount' in disputabilityOf(loaded),
    livemode: charge.livemode,
    refundable,
    partially_refundable: refundable && refunds.partial,
    reversed: phase === 'reversed',
    reversible: phase === 'authorized',
    voided: charge.voided,
    paid: phase === 'successful',
    expired: phase === 'expired' || (phase === 'failed' && isPast(charge, now)),
    can_perform_void: refundable && refunds.voidable,
  };
}
