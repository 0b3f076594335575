import { randomInt } from 'node:crypto';
import { CARD_FEES, cardExpiresAfterMs } from '#domain/cards/card-terms.js';
import type { Authentication, AuthorizationType, Charge } from '#domain/charges/charge.js';
import { beginCardPayment } from '#domain/charges/card-payment.js';
import { authorize } from '#domain/charges/charge.machine.js';
import { expiryOf, type ChargeRequest } from '#domain/charges/charge.rules.js';
import { interestRateOf } from '#domain/charges/interest.js';
import { newId } from '#domain/ids.js';
import { DIRECT_DEBIT } from '#domain/linked-accounts/direct-debit.js';
import type { Metadata } from '#domain/metadata.js';
import { exchange, parseCurrency, type Currency } from '#domain/money.js';
import type { PaymentMethod } from '#domain/payment-methods/payment-method.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Account } from '../accounts/account.js';
import type { CardInstrument, Instrument, LinkedAccountInstrument, SourceInstrument } from './charge.instruments.js';

/** Digits of a provider's reference number. */
const REFERENCE_DIGITS = 12;

/** What a merchant says of a charge, checked by charge.rules. */
export interface ChargeTerms extends ChargeRequest {
  readonly description?: string | undefined;
  readonly metadata: Metadata;
  readonly ip?: string | undefined;
}

/** A charge that is not stored yet. On a source it waits for its customer; on a card it may be settled already, on a linked account it is. */
export function newCharge(account: Account, livemode: boolean, instrument: Instrument, asked: ChargeTerms, now: Date): Charge {
  const terms = { ...asked, capture: isTakenAtOnce(instrument, asked) };
  const common = {
    id: newId('charge', livemode),
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
    returnUri: terms.return_uri ?? null,
    transactionId: null,
    disputeId: null,
    failureCode: null,
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
      return onCard({ ...common, ...cardTerms(account, instrument, terms, now) }, instrument, now);
    case 'linked_account':
      return paidAtOnce({ ...common, ...directDebitTerms(account, instrument, terms, now) }, now);
  }
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
    ...amounts(account, source.amount, source.currency, terms),
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
  const authentication = (terms.authentication as Authentication | undefined) ?? (account.threeDSecure ? '3DS' : null);
  // A page without a challenge only tells how the charge went. Shops take one of a pending charge for a challenge (docs/fidelity.md C29).
  const hasPage = authentication !== null || (terms.return_uri !== undefined && terms.capture);
  return {
    ...amounts(account, Number(terms.amount), parseCurrency(terms.currency) ?? account.currency, terms),
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

function onCard(charge: Charge, { card }: CardInstrument, now: Date): Charge {
  return { ...charge, ...beginCardPayment(charge, card, now, newId('transaction', charge.livemode)) };
}

function directDebitTerms(account: Account, { account: linked }: LinkedAccountInstrument, terms: ChargeTerms, now: Date): InstrumentPart {
  return {
    ...amounts(account, Number(terms.amount), 'THB', terms),
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

/** The owner of the account has agreed to every charge when they registered it. */
function paidAtOnce(charge: Charge, now: Date): Charge {
  return { ...charge, ...authorize(charge, now, newId('transaction', charge.livemode)) };
}

function amounts(
  account: Account,
  amount: number,
  currency: Currency,
  { capture }: ChargeTerms,
): Pick<Charge, 'amount' | 'currency' | 'capturedAmount' | 'fundingAmount'> {
  return { amount, currency, capturedAmount: capture === false ? 0 : amount, fundingAmount: exchange(amount, currency, account.currency) };
}

function isNumbered({ references }: PaymentMethod): boolean {
  return references === 'provider' || references === 'bill';
}

function newReference(): string {
  return String(randomInt(10 ** REFERENCE_DIGITS)).padStart(REFERENCE_DIGITS, '0');
}
