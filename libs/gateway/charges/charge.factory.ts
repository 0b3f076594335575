import { randomInt } from 'node:crypto';
import { expiryOf, type ChargeRequest } from '#domain/charges/charge.rules.js';
import type { Charge } from '#domain/charges/charge.js';
import { newId } from '#domain/ids.js';
import type { Metadata } from '#domain/metadata.js';
import { exchange } from '#domain/money.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Source } from '#domain/sources/source.js';
import type { Account } from '../accounts/account.js';

/** Digits of a provider's reference number. */
const REFERENCE_DIGITS = 12;

/** What a merchant says of a charge, checked. */
export interface ChargeTerms extends ChargeRequest {
  readonly description?: string | undefined;
  readonly metadata: Metadata;
  readonly ip?: string | undefined;
}

/** A charge on `source` that is not stored yet: it waits for its customer. */
export function makeCharge(account: Account, source: Source, terms: ChargeTerms, now: Date): Charge {
  const { id: sourceId, accountId, livemode, amount, currency } = source;
  const method = paymentMethodOf(source.type);
  const paymentId = method.flow === 'offline' ? null : newId('payment', livemode, now);
  return {
    id: newId('charge', livemode, now),
    accountId,
    livemode,
    version: 0,
    status: 'pending',
    amount,
    currency,
    capturedAmount: terms.capture === false ? 0 : amount,
    refundedAmount: 0,
    refundCount: 0,
    fundingAmount: exchange(amount, currency, account.currency),
    fundingCurrency: account.currency,
    fees: method.fees,
    description: terms.description ?? null,
    metadata: terms.metadata,
    capture: terms.capture ?? true,
    authorizationType: null,
    authentication: null,
    ip: terms.ip ?? null,
    returnUri: terms.return_uri ?? null,
    paymentId,
    sourceId,
    cardId: null,
    customerId: null,
    providerReferences: method.providerReferences ? [newReference(), newReference()] : [],
    transactionId: null,
    failureCode: null,
    voided: false,
    webhookEndpoints: terms.webhook_endpoints ?? [],
    createdAt: now,
    expiresAt: expiryOf(terms, method, now),
    authorizedAt: null,
    paidAt: null,
    expiredAt: null,
    reversedAt: null,
  };
}

function newReference(): string {
  return String(randomInt(10 ** REFERENCE_DIGITS)).padStart(REFERENCE_DIGITS, '0');
}
