import { randomInt } from 'node:crypto';
import type { Card } from '#domain/cards/card.js';
import { CARD_FEES, cardExpiresAfterMs } from '#domain/cards/card-terms.js';
import type { Authentication, AuthorizationType, Charge } from '#domain/charges/charge.js';
import { beginCardPayment, issuerRefusal } from '#domain/charges/card-payment.js';
import { authorize, withEffect } from '#domain/charges/charge.machine.js';
import { expiryOf, type ChargeRequest } from '#domain/charges/charge.rules.js';
import type { PaymentEffect } from '#domain/faults/fault.js';
import { interestRateOf } from '#domain/charges/interest.js';
import { newId } from '#domain/ids.js';
import { DIRECT_DEBIT } from '#domain/linked-accounts/direct-debit.js';
import type { Metadata } from '#domain/metadata.js';
import { exchangeFor } from '#domain/exchange-rates.js';
import { parseCurrency, type Currency } from '#domain/money.js';
import type { PaymentMethod } from '#domain/payment-methods/payment-method.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Account } from '../accounts/account.js';
import type { RowUpdate } from '../changes/rows.js';
import type { CardInstrument, Instrument, LinkedAccountInstrument, SourceInstrument } from './charge.instruments.js';

/** Digits of a provider's reference number. */
const REFERENCE_DIGITS = 12;

/** The page that a customer pays on, where no request of the merchant makes the charge. */
export interface ChargeOrigin {
  /** The link that the page is of. */
  readonly linkId?: string;
  /** Where the customer goes from the payment. */
  readonly returnUri: (chargeId: string) => string;
  /** What is written along with the charge. Asked again when that was changed meanwhile; throws what the payment is refused with then. */
  readonly claim?: (charge: Charge) => Promise<readonly RowUpdate[]>;
}

/** What a merchant says of a charge, checked by charge.rules. */
export interface ChargeTerms extends ChargeRequest {
  readonly description?: string | undefined;
  readonly metadata: Metadata;
  readonly ip?: string | undefined;
  /** What makes it, if no request does: then nobody is there to be asked for anything. */
  readonly scheduleId?: string;
  readonly origin?: ChargeOrigin | undefined;
}

/** A charge that is not stored yet, and that nothing has been decided on. */
export function pendingCharge(account: Account, livemode: boolean, instrument: Instrument, asked: ChargeTerms, now: Date): Charge {
  const terms = { ...asked, capture: isTakenAtOnce(instrument, asked) };
  const id = newId('charge', livemode);
  const common = {
    id,
    accountId: account.id,
    livemode,
    version: 0,
    status: 'pending',
    refundedAmount: 0,
    refundCount: 0,
    fundingCurrency: account.currency,
    description: terms.description ?? null,
    metadata: terms.metadata,
    capture: terms.capture,
    ip: terms.ip ?? null,
    returnUri: terms.origin ? terms.origin.returnUri(id) : (terms.return_uri ?? null),
    linkId: terms.origin?.linkId ?? null,
    scheduleId: terms.scheduleId ?? null,
    transactionId: null,
    disputeId: null,
    failureCode: null,
    wrongPasswordCount: 0,
    settlesAs: null,
    settlesAt: null,
    voided: false,
    webhookEndpoints: terms.webhook_endpoints ?? [],
    createdAt: now,
    authorizedAt: null,
    paidAt: null,
    expiredAt: null,
    reversedAt: null,
  } as const;
  switch (instrument.kind) {
    case 'source':
      return { ...common, ...onSource(account, instrument, terms, now) };
    case 'card':
      return { ...common, ...cardTerms(account, instrument, terms, now) };
    case 'linked_account':
      return { ...common, ...directDebitTerms(account, instrument, terms, now) };
  }
}

/** Whether nobody is asked before the payment is decided on. The owner of a linked account has agreed to every charge when they registered it. */
export function isDecidedAtOnce({ authentication }: Charge, { kind }: Instrument): boolean {
  return kind === 'linked_account' || (kind === 'card' && authentication === null);
}

/** What becomes of the charge as it is made: on a source it waits for its customer, on a card it may be settled already, on a linked account it is. */
export function beginPayment(
  account: Account,
  charge: Charge,
  instrument: Instrument,
  now: Date,
  effect: PaymentEffect | undefined,
): Partial<Charge> {
  // A charge that waits for its customer fails as it is settled, as it would when they agree.
  if (effect?.kind === 'fail' && !isDecidedAtOnce(charge, instrument)) return { settlesAs: effect.code, settlesAt: now };
  if (effect) return withEffect(charge, now, effect);
  const transactionId = newId('transaction', charge.livemode);
  switch (instrument.kind) {
    case 'source':
      return awaitCustomer(account, instrument.paidBy?.card, now);
    case 'card': {
      const begun = beginCardPayment(charge, instrument.card, now, transactionId);
      return begun.status === undefined && charge.authentication !== null ? awaitCustomer(account, instrument.card, now) : begun;
    }
    case 'linked_account':
      return authorize(charge, now, transactionId);
  }
}

/** No change, unless the sandbox has `auto_approve`: then the worker settles the charge at once, as its customer and their card's issuer would. */
function awaitCustomer({ autoApprove }: Account, card: Card | undefined, now: Date): Partial<Charge> {
  if (!autoApprove) return {};
  return { settlesAs: (card && issuerRefusal(card, now)) ?? 'successful', settlesAt: now };
}

/** What cannot be captured later is taken at once, whatever the merchant says (docs/fidelity.md C37). */
function isTakenAtOnce(instrument: Instrument, { capture }: ChargeTerms): boolean {
  const canWait = instrument.kind === 'card' || (instrument.kind === 'source' && paymentMethodOf(instrument.source.type).manualCapture);
  return capture !== false || !canWait;
}

type InstrumentPart = Pick<
  Charge,
  | 'amount'
  | 'currency'
  | 'capturedAmount'
  | 'fundingAmount'
  | 'fees'
  | 'interestRate'
  | 'authorizationType'
  | 'authentication'
  | 'paymentId'
  | 'sourceId'
  | 'cardId'
  | 'linkedAccountId'
  | 'customerId'
  | 'providerReferences'
  | 'documentId'
  | 'expiresAt'
>;

function onSource(account: Account, { source, paidBy }: SourceInstrument, terms: ChargeTerms, now: Date): InstrumentPart {
  const method = paymentMethodOf(source.type);
  return {
    ...amounts(account, source.amount, source.currency, terms, now),
    fees: method.fees,
    interestRate: interestRateOf(source),
    authorizationType: null,
    authentication: null,
    paymentId: method.hasPage ? newId('payment', source.livemode) : null,
    sourceId: source.id,
    cardId: paidBy?.card.id ?? null,
    linkedAccountId: null,
    customerId: paidBy?.card.customerId ?? null,
    providerReferences: isNumbered(method) ? [newReference(), newReference()] : [],
    documentId: method.code && newId('document', source.livemode),
    expiresAt: expiryOf(terms, method.expiresAfterMs, now),
  };
}

function cardTerms(account: Account, { card }: CardInstrument, terms: ChargeTerms, now: Date): InstrumentPart {
  const authentication =
    (terms.authentication as Authentication | undefined) ?? (account.threeDSecure && terms.scheduleId === undefined ? '3DS' : null);
  // A page without a challenge only tells how the charge went. Shops take one of a pending charge for a challenge (docs/fidelity.md C29).
  const hasPage = authentication !== null || (terms.return_uri !== undefined && terms.capture);
  return {
    ...amounts(account, Number(terms.amount), parseCurrency(terms.currency) ?? account.currency, terms, now),
    fees: CARD_FEES,
    interestRate: '0.0',
    authorizationType: (terms.authorization_type as AuthorizationType | undefined) ?? null,
    authentication,
    paymentId: hasPage ? newId('card_payment', card.livemode) : null,
    sourceId: null,
    cardId: card.id,
    linkedAccountId: null,
    customerId: card.customerId,
    providerReferences: [],
    documentId: null,
    expiresAt: expiryOf(terms, cardExpiresAfterMs(account.country), now),
  };
}

function directDebitTerms(account: Account, { account: linked }: LinkedAccountInstrument, terms: ChargeTerms, now: Date): InstrumentPart {
  return {
    ...amounts(account, Number(terms.amount), 'THB', terms, now),
    fees: DIRECT_DEBIT.fees,
    interestRate: '0.0',
    authorizationType: null,
    authentication: null,
    paymentId: null,
    sourceId: null,
    cardId: null,
    linkedAccountId: linked.id,
    customerId: linked.customerId,
    providerReferences: [],
    documentId: null,
    expiresAt: expiryOf(terms, DIRECT_DEBIT.expiresAfterMs, now),
  };
}

function amounts(
  account: Account,
  amount: number,
  currency: Currency,
  { capture }: ChargeTerms,
  now: Date,
): Pick<Charge, 'amount' | 'currency' | 'capturedAmount' | 'fundingAmount'> {
  const fundingAmount = exchangeFor(account, amount, currency, now);
  return { amount, currency, capturedAmount: capture === false ? 0 : amount, fundingAmount };
}

function isNumbered({ references }: PaymentMethod): boolean {
  return references === 'provider' || references === 'bill';
}

function newReference(): string {
  return String(randomInt(10 ** REFERENCE_DIGITS)).padStart(REFERENCE_DIGITS, '0');
}
