import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { digitsFor } from '#kernel/digits.js';
import { exchangeFor } from '#kernel/exchange-rates.js';
import type { Metadata } from '#kernel/metadata.js';
import { parseCurrency } from '#kernel/money.js';
import type { Account } from '#engine/accounts/account.js';
import { newId } from '#engine/writes/new-id.js';
import type { Write } from '#engine/writes/object-writer.js';
import type { Card } from '../cards/rules/card.js';
import { CARD_FEES, cardExpiresAfterMs } from '../cards/rules/card-terms.js';
import { DIRECT_DEBIT } from '../linked-accounts/rules/direct-debit.js';
import type { References } from '../payment-methods/rules/payment-method.js';
import { paymentMethodOf } from '../payment-methods/rules/registry.js';
import type { Source } from '../sources/rules/source.js';
import type { Authentication, AuthorizationType, Charge } from './rules/charge.js';
import { expiryOf, type ChargeRequest } from './rules/charge.rules.js';
import { interestRateOf } from './rules/interest.js';
import type { Instrument } from './charge.instruments.js';

/** The digits of each number of the provider (docs/fidelity.md P3, P10, P11). */
const REFERENCE_DIGITS: Readonly<Record<References, readonly number[]>> = {
  provider: [12, 12],
  code: [19],
  bill: [18, 18],
  terminal: [],
};

/** The page of a link or a checkout session, where the customer pays. */
export interface PaymentPage {
  readonly linkId?: string;
  /** The page that follows the payment. */
  readonly returnUri: (chargeId: string) => string;
  /**
   * Reads the link or session and returns what changes with the new charge. Throws if it cannot be paid.
   */
  readonly changesFor: (charge: Charge) => Promise<Pick<Write, 'updates' | 'events'>>;
}

/** The parameters of a charge, validated by charge.rules. */
export interface ChargeParameters extends ChargeRequest {
  readonly description?: string | undefined;
  readonly metadata: Metadata;
  readonly ip?: string | undefined;
  /** The schedule that makes the charge. Its cardholder is not there for 3-D Secure. */
  readonly scheduleId?: string;
  readonly page?: PaymentPage | undefined;
}

/** A new pending charge, before its authorization. */
export function newCharge(
  account: Account,
  livemode: boolean,
  instrument: Instrument,
  parameters: ChargeParameters,
  now: Date,
): Charge {
  const { source, card, linkedAccount } = instrument;
  const { description, metadata, ip, scheduleId, page } = parameters;
  const id = newId('charge', livemode);
  const capture = parameters.capture !== false || !canCaptureLater(instrument);
  const payment = paymentOf(account, instrument, { ...parameters, capture, id }, now);
  const { amount, currency } = payment;
  return {
    ...payment,
    id,
    accountId: account.id,
    livemode,
    version: 0,
    status: 'pending',
    capture,
    capturedAmount: capture ? amount : 0,
    refundedAmount: 0,
    refundCount: 0,
    fundingAmount: exchangeFor(account, amount, currency, now),
    fundingCurrency: account.currency,
    description: description ?? null,
    metadata,
    ip: ip ?? null,
    returnUri: page ? page.returnUri(id) : (parameters.return_uri ?? null),
    sourceId: source?.id ?? null,
    cardId: card?.id ?? null,
    linkedAccountId: linkedAccount?.id ?? null,
    customerId: (card ?? linkedAccount)?.customerId ?? null,
    linkId: page?.linkId ?? null,
    scheduleId: scheduleId ?? null,
    transactionId: null,
    disputeId: null,
    failureCode: null,
    wrongPasswordCount: 0,
    settlesAs: null,
    settlesAt: null,
    voided: false,
    webhookEndpoints: parameters.webhook_endpoints ?? [],
    createdAt: now,
    authorizedAt: null,
    paidAt: null,
    expiredAt: null,
    reversedAt: null,
  };
}

/** Charges that cannot be captured later ignore `capture=false` (docs/fidelity.md C37). */
function canCaptureLater({ source, linkedAccount }: Instrument): boolean {
  return source ? paymentMethodOf(source.type).manualCapture : linkedAccount === null;
}

/** The fields of a charge that depend on the kind of its instrument. */
type Payment = Pick<
  Charge,
  | 'amount'
  | 'currency'
  | 'fees'
  | 'interestRate'
  | 'authorizationType'
  | 'authentication'
  | 'paymentId'
  | 'providerReferences'
  | 'documentId'
  | 'expiresAt'
>;

const DEFAULTS = {
  interestRate: '0.0',
  authorizationType: null,
  authentication: null,
  paymentId: null,
  providerReferences: [],
  documentId: null,
} as const;

function paymentOf(
  account: Account,
  { source, card }: Instrument,
  parameters: ChargeParameters & Pick<Charge, 'id'>,
  now: Date,
): Payment {
  if (source) return sourcePayment(source, parameters, now);
  if (card) return cardPayment(account, card, parameters, now);
  const { fees, expiresAfterMs } = DIRECT_DEBIT;
  return {
    ...DEFAULTS,
    amount: Number(parameters.amount),
    currency: 'THB',
    fees,
    expiresAt: expiryOf(parameters, expiresAfterMs, now),
  };
}

function sourcePayment(
  source: Source,
  parameters: ChargeParameters & Pick<Charge, 'id'>,
  now: Date,
): Payment {
  const method = paymentMethodOf(source.type);
  const hasPage = method.hasPage || parameters.return_uri !== undefined;
  return {
    ...DEFAULTS,
    amount: source.amount,
    currency: source.currency,
    fees: method.fees,
    interestRate: interestRateOf(source),
    paymentId: hasPage ? newId('payment', source.livemode) : null,
    providerReferences: method.references
      ? REFERENCE_DIGITS[method.references].map((digits, place) =>
          referenceOf(`${parameters.id} ${place}`, digits),
        )
      : [],
    documentId: method.code && newId('document', source.livemode),
    expiresAt: expiryOf(parameters, method.expiresAfterMs, now),
  };
}

function cardPayment(account: Account, card: Card, parameters: ChargeParameters, now: Date): Payment {
  const authentication =
    (parameters.authentication as Authentication | undefined) ??
    (account.threeDSecure && !isHolderAbsent(card, parameters) ? '3DS' : null);
  // Without a challenge the page only shows the result. Shops take the page of a pending charge for a
  // challenge (docs/fidelity.md C29).
  const hasPage = authentication !== null || (parameters.return_uri !== undefined && parameters.capture);
  return {
    ...DEFAULTS,
    amount: Number(parameters.amount),
    currency: parseCurrency(parameters.currency) ?? account.currency,
    fees: CARD_FEES,
    authorizationType: (parameters.authorization_type as AuthorizationType | undefined) ?? null,
    authentication,
    paymentId: hasPage ? newId('card_payment', card.livemode) : null,
    expiresAt: expiryOf(parameters, cardExpiresAfterMs(account.country), now),
  };
}

/** True for charges of schedules and for renewals (docs/fidelity.md C34): no cardholder answers a challenge. */
function isHolderAbsent(
  { customerId }: Card,
  { scheduleId, transaction_indicator: indicator }: ChargeParameters,
): boolean {
  return scheduleId !== undefined || (customerId !== null && indicator === 'MIT');
}

/** A number for this text that logs and imports do not take for one of a card. */
function referenceOf(text: string, digits: number): string {
  const reference = digitsFor(text, digits);
  return holdsCardNumber(reference) ? referenceOf(`${text} more`, digits) : reference;
}
