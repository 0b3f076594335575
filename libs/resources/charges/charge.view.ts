import { FAILURES, MERCHANT_ADVICE, NOT_ENROLLED, type FailureCode } from '#kernel/failures.js';
import { embeddedList, type ListView } from '#kernel/list.js';
import type { Metadata } from '#kernel/metadata.js';
import { feesOf, type Currency } from '#kernel/money.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import type { Fidelity } from '#platform/config/account-settings.js';
import { disputabilityOf } from '../disputes/rules/dispute.rules.js';
import { paymentMethodOf } from '../payment-methods/rules/registry.js';
import { refundabilityOf } from '../refunds/rules/refund.rules.js';
import type { Source } from '../sources/rules/source.js';
import { cardView, type CardView } from '../cards/card.view.js';
import { disputeView, type DisputeView, type DisputeViewContext } from '../disputes/dispute.view.js';
import { refundView, type RefundView } from '../refunds/refund.view.js';
import { sourceView, type SourceView } from '../sources/source.view.js';
import { isNotEnrolled, needsApproval } from './rules/authorization.js';
import {
  phaseOf,
  type Authentication,
  type AuthorizationType,
  type Charge,
  type ChargeStatus,
} from './rules/charge.js';
import type { LoadedCharge } from './charge.row.js';

/** Account settings and time for a view. */
export interface ChargeViewContext extends DisputeViewContext {
  /** The public address of the pages where customers pay. */
  readonly payUrl: string;
  readonly fidelity: Fidelity;
}

/** A payment from a customer to the merchant. Amounts are integers in the smallest unit of `currency`. */
export interface ChargeView {
  object: 'charge';
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa7" */
  id: string;
  /** @example "/charges/chrg_test_60aaaaaaaaaaaaaaaa7" */
  location: string;
  /** @example 100000 */
  amount: number;
  authorization_type: AuthorizationType | null;
  /** @example 100000 */
  authorized_amount: number;
  /** @example 100000 */
  captured_amount: number;
  acquirer_reference_number: null;
  /**
   * Amount that the merchant receives. This field and the next four are in the smallest unit of
   * `funding_currency`.
   * @example 96094
   */
  net: number;
  /** @example 3650 */
  fee: number;
  /** @example 256 */
  fee_vat: number;
  /** @example 0 */
  interest: number;
  /** @example 0 */
  interest_vat: number;
  /**
   * Captured amount in the account's currency.
   * @example 100000
   */
  funding_amount: number;
  /** @example 0 */
  refunded_amount: number;
  transaction_fees: TransactionFeesView;
  platform_fee: { fixed: null; amount: null; percentage: null };
  currency: Currency;
  funding_currency: Currency;
  /** @example "192.0.2.1" */
  ip: string | null;
  refunds: ListView<RefundView>;
  /**
   * ID of the payment link, if the charge was made through one.
   * @expands LinkView
   * @example null
   */
  link: string | null;
  /** @example "Order 1042" */
  description: string | null;
  metadata: Metadata;
  /** Details of the cardholder that 3-D Secure lacks, while the charge waits for it. */
  missing_3ds_fields: readonly Missing3dsField[];
  card: CardView | null;
  source: SourceView | null;
  /**
   * ID of the schedule, if a schedule made the charge.
   * @expands ChargeScheduleView
   * @example null
   */
  schedule: string | null;
  /**
   * @expands LinkedAccountView
   * @example null
   */
  linked_account: string | null;
  /**
   * @expands CustomerView
   * @example "cust_test_60aaaaaaaaaaaaaaaa5"
   */
  customer: string | null;
  dispute: DisputeView | null;
  /**
   * ID of the balance transaction. Null until the charge is captured.
   * @expands TransactionView
   * @example "trxn_test_60aaaaaaaaaaaaaaab4"
   */
  transaction: string | null;
  /** @example "card" */
  source_of_fund: SourceOfFund;
  failure_code: FailureCode | null;
  /** @example null */
  failure_message: string | null;
  /**
   * Advice of the card network after a failure.
   * @example null
   */
  merchant_advice: string | null;
  /** @example null */
  merchant_advice_code: string | null;
  /** Authentication method that the cardholder used. */
  authenticated_by: Authentication | null;
  /** @example "successful" */
  status: ChargeStatus;
  /**
   * URL of the payment page.
   * @example "http://127.0.0.1:7402/payments/pay2_test_60aaaaaaaaaaaaaaab5/authorize"
   */
  authorize_uri: string | null;
  /**
   * URL that the customer returns to after the payment page.
   * @example "https://shop.example/orders/1042"
   */
  return_uri: string | null;
  created_at: Timestamp;
  paid_at: Timestamp | null;
  authorized_at: Timestamp | null;
  /** @example "2026-02-07T08:15:00Z" */
  expires_at: Timestamp;
  /** @example null */
  expired_at: Timestamp | null;
  /** @example null */
  reversed_at: Timestamp | null;
  multi_capture: false;
  zero_interest_installments: boolean;
  branch: null;
  terminal: null;
  device: null;
  /** @example true */
  authorized: boolean;
  capturable: boolean;
  /**
   * True if the payment is captured immediately. False if a separate capture is required.
   * @example true
   */
  capture: boolean;
  /** @example true */
  disputable: boolean;
  livemode: boolean;
  /** @example true */
  refundable: boolean;
  /** @example true */
  partially_refundable: boolean;
  reversed: boolean;
  reversible: boolean;
  voided: boolean;
  /** @example true */
  paid: boolean;
  expired: boolean;
  /** @example true */
  can_perform_void: boolean;
  approval_code: null;
}

type Missing3dsField = 'email' | 'phone_number';

type SourceOfFund = 'card' | 'offsite' | 'offline';

/** Fee terms, as decimal strings. */
interface TransactionFeesView {
  /** @example "0.0" */
  fee_flat: string;
  /**
   * Percentage of the amount.
   * @example "3.65"
   */
  fee_rate: string;
  /**
   * Percentage of the fee.
   * @example "7.0"
   */
  vat_rate: string;
}

/** The charge object, keys in the recorded order (docs/fidelity.md C1); its flags follow the table of C2. */
export function chargeView(loaded: LoadedCharge, context: ChargeViewContext): ChargeView {
  const { charge, source, card, refunds, dispute } = loaded;
  const { payUrl, baseUrl, now, fidelity } = context;
  const failureCode = shownFailure(charge, fidelity);
  const advice = failureCode ? MERCHANT_ADVICE[failureCode] : undefined;
  const location = `/charges/${charge.id}`;
  const { fee, feeVat, interest, interestVat, net } = feesOf(
    charge.fundingAmount,
    charge.fees,
    charge.interestRate,
  );
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
    transaction_fees: {
      fee_flat: charge.fees.feeFlat,
      fee_rate: charge.fees.feeRate,
      vat_rate: charge.fees.vatRate,
    },
    platform_fee: { fixed: null, amount: null, percentage: null },
    currency: charge.currency,
    funding_currency: charge.fundingCurrency,
    ip: charge.ip,
    refunds: embeddedList(refunds.map(refundView), charge.refundCount, `${location}/refunds`, now),
    link: charge.linkId,
    description: charge.description,
    metadata: charge.metadata,
    missing_3ds_fields: missing3dsFields(loaded),
    card: card && cardView(card),
    source: source && sourceView(source, charge, baseUrl),
    schedule: charge.scheduleId,
    linked_account: charge.linkedAccountId,
    customer: charge.customerId,
    dispute: dispute && disputeView(dispute, context),
    transaction: charge.transactionId,
    source_of_fund: sourceOfFund(loaded),
    failure_code: failureCode,
    failure_message: failureCode && failureMessage(failureCode, loaded),
    merchant_advice: advice?.message ?? null,
    merchant_advice_code: advice?.code ?? null,
    authenticated_by: charge.authorizedAt && charge.authentication,
    status: charge.status,
    authorize_uri: authorizeUri(loaded, payUrl),
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

/** With the fidelity `recorded`, expired charges show no failure (docs/fidelity.md C40). */
function shownFailure({ status, failureCode }: Charge, fidelity: Fidelity): FailureCode | null {
  return status === 'expired' && fidelity === 'recorded' ? null : failureCode;
}

/** The details that 3-D Secure asks for and the card lacks (docs/fidelity.md C41). */
function missing3dsFields({ charge, card }: LoadedCharge): Missing3dsField[] {
  if (!card || charge.authentication !== '3DS' || phaseOf(charge) !== 'awaiting_customer') return [];
  return [
    ...(card.hasEmail ? [] : ['email' as const]),
    ...(card.phoneNumber ? [] : ['phone_number' as const]),
  ];
}

function failureMessage(code: FailureCode, { charge, card }: LoadedCharge): string {
  return code === 'payment_rejected' && isNotEnrolled(charge, card) ? NOT_ENROLLED : FAILURES[code];
}

/** Charges of linked accounts are `offline` (docs/fidelity.md C41). */
function sourceOfFund({ source, card }: LoadedCharge): SourceOfFund {
  if (source) return isOffline(source) ? 'offline' : 'offsite';
  return card ? 'card' : 'offline';
}

/**
 * The page of a card charge without authentication, or of an offline method, has `acs=false` in its URL
 * (docs/fidelity.md C29, C19).
 */
function authorizeUri({ charge, source }: LoadedCharge, payUrl: string): string | null {
  if (charge.paymentId === null) return null;
  const isApprovedThere = needsApproval(charge) && !isOffline(source);
  return `${payUrl}/payments/${charge.paymentId}/authorize${isApprovedThere ? '' : '?acs=false'}`;
}

function isOffline(source: Source | null): boolean {
  return source !== null && paymentMethodOf(source.type).flow === 'offline';
}

/** True if the expiry time of a settled charge has passed (docs/fidelity.md C15). */
function isPast(charge: Charge, now: Date): boolean {
  return charge.status !== 'pending' && now.getTime() >= charge.expiresAt.getTime();
}

/** The flags of a charge in its phase (docs/fidelity.md C2). */
function flags(loaded: LoadedCharge, now: Date) {
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
  } satisfies Partial<ChargeView>;
}
