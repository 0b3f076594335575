import { failureOf } from '../cards/card-outcome.js';
import type { Card } from '../cards/card.js';
import type { FailureCode } from '../failures.js';
import { authorize, decline, type ChargePatch } from './charge.machine.js';
import type { Charge } from './charge.js';

/** Settles a new card charge, or lets it wait for the cardholder (docs/fidelity.md C26). */
export function beginCardPayment(charge: Charge, card: Card, now: Date, transactionId: string): ChargePatch {
  if (charge.authentication === null) return authorizeCard(charge, card, now, transactionId);
  return card.outcome === '3ds_enrollment_failed' ? decline(charge, now, 'payment_rejected') : {};
}

/** The issuer answers: with the money, or with a reason why not. */
export function authorizeCard(charge: Charge, card: Card, now: Date, transactionId: string): ChargePatch {
  const failure = issuerRefusal(card, now);
  return failure ? decline(charge, now, failure) : authorize(charge, now, transactionId);
}

/** Why the issuer would not pay now, if it would not. */
export function issuerRefusal(card: Card, now: Date): FailureCode | undefined {
  return isExpired(card, now) ? 'expired_card' : failureOf(card.outcome);
}

/** A card is good until its month ends, in UTC. */
function isExpired({ expirationYear, expirationMonth }: Card, now: Date): boolean {
  return now.getTime() >= Date.UTC(expirationYear, expirationMonth, 1);
}
