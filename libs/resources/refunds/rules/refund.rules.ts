import { amountRangeProblem, parseAmount } from '#kernel/amount.js';
import { ERRORS, fail } from '#kernel/errors.js';
import { shareOf } from '#kernel/money.js';
import { DAY_MS, isoSeconds, isSameDay } from '#kernel/time.js';
import type { Card } from '../../cards/rules/card.js';
import { CARD_VOIDABLE, cardRefunds } from '../../cards/rules/card-terms.js';
import type { Charge } from '../../charges/rules/charge.js';
import { holdsMoney, type Dispute } from '../../disputes/rules/dispute.js';
import { DIRECT_DEBIT } from '../../linked-accounts/rules/direct-debit.js';
import type { PaymentMethod } from '../../payment-methods/rules/payment-method.js';
import { paymentMethodOf } from '../../payment-methods/rules/registry.js';
import type { Source } from '../../sources/rules/source.js';

type ChargeFacts = Pick<
  Charge,
  | 'id'
  | 'status'
  | 'authorizedAt'
  | 'paidAt'
  | 'linkedAccountId'
  | 'capturedAmount'
  | 'refundedAmount'
  | 'refundCount'
  | 'voided'
  | 'fundingAmount'
>;

/** A charge with the source or the card that it was made on, and with its dispute, if there is one. */
export interface Charged {
  readonly charge: ChargeFacts;
  readonly source: Pick<Source, 'type'> | null;
  readonly card: Pick<Card, 'brand'> | null;
  /** The latest one. */
  readonly dispute: Pick<Dispute, 'status'> | null;
}

/** Parameters of a refund in the API's words; only their shape is validated. */
export interface RefundRequest {
  readonly amount?: unknown;
  /** `true` demands a void, `false` rules it out; without it a refund voids when it can. */
  readonly void?: boolean | undefined;
}

/** `fundingAmount` is in the account's currency. */
export interface RefundTerms {
  readonly amount: number;
  readonly fundingAmount: number;
  readonly voided: boolean;
}

/** The most refunds of a charge (docs/fidelity.md R9). */
const MAX_REFUNDS = 15;

const DISPUTED = 'it has a dispute that is not won';

/** The refundable amount, or why nothing is refundable. */
export type Refundability =
  | { readonly refusal: string }
  | {
      readonly remaining: number;
      /** True if partial refunds are allowed. */
      readonly partial: boolean;
      /** True if the whole charge can be voided on the day of payment. */
      readonly voidable: boolean;
    };

/** Used for refunds and for the `refundable` flags of a charge (docs/fidelity.md R2, R3). */
export function refundabilityOf(charged: Charged, now: Date): Refundability {
  const { charge, dispute } = charged;
  const { name, refunds, voidable } = termsOf(charged);
  const { paidAt } = charge;
  if (charge.status !== 'successful' || !paidAt) return { refusal: `it is ${charge.status}, not paid` };
  if (!refunds) return { refusal: `${name} does not support refunds` };
  if (holdsMoney(dispute)) return { refusal: DISPUTED };
  const remaining = remainingOf(charge);
  if (charge.capturedAmount === 0) return { refusal: 'its captured amount is 0' };
  if (remaining === 0)
    return { refusal: charge.voided ? 'it was already voided' : 'it was already refunded in full' };
  if (charge.refundCount >= MAX_REFUNDS)
    return { refusal: `it already has ${MAX_REFUNDS} refunds, the maximum` };
  const closesAt = new Date(paidAt.getTime() + refunds.withinDays * DAY_MS);
  if (now.getTime() >= closesAt.getTime()) {
    return { refusal: `its refund period of ${refunds.withinDays} days ended at ${isoSeconds(closesAt)}` };
  }
  return { remaining, partial: refunds.partial, voidable: voidable && charge.refundedAmount === 0 };
}

/** Captured and not refunded. */
export function remainingOf(charge: ChargeFacts): number {
  return charge.status === 'successful' ? charge.capturedAmount - charge.refundedAmount : 0;
}

/** Throws `failed_refund`, or `failed_void` if the request requires a void and it is impossible. */
export function decideRefund(request: RefundRequest, charged: Charged, now: Date): RefundTerms {
  const possible = refundabilityOf(charged, now);
  if ('refusal' in possible) return fail('failed_refund', `${ERRORS.failed_refund[1]}: ${possible.refusal}`);
  const { charge } = charged;
  const amount = assertAmount(request.amount, possible);
  const obstacle = voidObstacle(charged, amount, now);
  if (request.void && obstacle !== undefined) fail('failed_void', obstacle);
  return {
    amount,
    fundingAmount: fundingOf(charge, amount),
    voided: obstacle === undefined && request.void !== false,
  };
}

/**
 * The part of the charge's `fundingAmount` that goes with `amount`: what is due for all refunds so far and
 * this one, less what was due before. So whatever the rounding, refunds of the whole are exactly the whole
 * (docs/fidelity.md R6).
 */
export function fundingOf(
  { fundingAmount, capturedAmount, refundedAmount }: ChargeFacts,
  amount: number,
): number {
  const due = (refunded: number): number => shareOf(fundingAmount, refunded, capturedAmount);
  return due(refundedAmount + amount) - due(refundedAmount);
}

function assertAmount(
  value: unknown,
  { remaining, partial }: { remaining: number; partial: boolean },
): number {
  const parsed = parseAmount(value);
  if ('problem' in parsed) return fail('failed_refund', parsed.problem);
  const { value: amount } = parsed;
  const problem =
    amount > remaining
      ? 'amount cannot be higher than the remaining charge amount'
      : amountRangeProblem(amount, { min: 1, max: remaining });
  if (problem !== undefined) fail('failed_refund', problem);
  if (amount < remaining && !partial)
    fail('failed_refund', `amount must be ${remaining}: the charge can only be refunded in full`);
  return amount;
}

/** Why a refund of `amount` cannot void the charge (docs/fidelity.md R5). */
function voidObstacle(charged: Charged, amount: number, now: Date): string | undefined {
  const { charge } = charged;
  const { name, voidable } = termsOf(charged);
  if (!voidable) return `a charge of ${name} cannot be voided`;
  if (charge.refundedAmount > 0) return 'a partially refunded charge cannot be voided';
  if (amount !== charge.capturedAmount) return `a void must be of the full amount, ${charge.capturedAmount}`;
  const isInTime = charge.paidAt !== null && isSameDay(charge.paidAt, now);
  return isInTime ? undefined : 'a charge can be voided only on its payment day (UTC)';
}

function termsOf({
  charge,
  source,
  card,
}: Charged): Pick<PaymentMethod, 'refunds' | 'voidable'> & { name: string } {
  // A source's method decides, also where a card pays it (docs/fidelity.md P15).
  if (source) {
    const { type, refunds, voidable } = paymentMethodOf(source.type);
    return { name: type, refunds, voidable };
  }
  if (card) return { name: 'a card', refunds: cardRefunds(card.brand), voidable: CARD_VOIDABLE };
  if (charge.linkedAccountId !== null) return { name: 'a linked account', ...DIRECT_DEBIT };
  throw new Error(`Charge ${charge.id} has no source, no card and no linked account`);
}
