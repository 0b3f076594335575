import type { FailureCode } from '#kernel/failures.js';
import type { PaymentEffect } from '#engine/faults/rules/fault.js';
import { failureOf } from '../../cards/rules/card-outcome.js';
import type { Card } from '../../cards/rules/card.js';
import { authorize, decline, withEffect, type ChargePatch } from './charge.machine.js';
import type { Charge } from './charge.js';

/**
 * True if the customer approves the charge on a page or in an app. The owner of a linked account approved all
 * charges at its registration.
 */
export function needsApproval({
  sourceId,
  authentication,
}: Pick<Charge, 'sourceId' | 'authentication'>): boolean {
  return sourceId !== null || authentication !== null;
}

/** True if 3-D Secure is requested and the card does not take part in it (docs/fidelity.md C30). */
export function isNotEnrolled(
  { authentication }: Pick<Charge, 'authentication'>,
  card: Card | null,
): boolean {
  return authentication !== null && card?.outcome === '3ds_enrollment_failed';
}

/**
 * Authorizes a new charge (docs/fidelity.md C26). One that needs approval stays pending; with `autoApprove`
 * the worker settles it at once. `effect` is the effect of a fault.
 */
export function authorizeNewCharge(
  charge: Charge,
  card: Card | null,
  { autoApprove, effect }: { readonly autoApprove: boolean; readonly effect?: PaymentEffect | undefined },
  now: Date,
  transactionId: string,
): ChargePatch {
  const isApproved = !needsApproval(charge);
  if (effect)
    return effect.kind === 'fail' && !isApproved
      ? { settlesAs: effect.code, settlesAt: now }
      : withEffect(charge, now, effect);
  if (isApproved) return authorizeApproved(charge, card, now, transactionId);
  if (isNotEnrolled(charge, card)) return decline(charge, now, 'payment_rejected');
  return autoApprove ? { settlesAs: (card && issuerRefusal(card, now)) ?? 'successful', settlesAt: now } : {};
}

/** Authorizes a charge that the customer has approved. The issuer of its card can still decline it. */
export function authorizeApproved(
  charge: Charge,
  card: Card | null,
  now: Date,
  transactionId: string,
): ChargePatch {
  const failure = card && issuerRefusal(card, now);
  return failure ? decline(charge, now, failure) : authorize(charge, now, transactionId);
}

function issuerRefusal(card: Card, now: Date): FailureCode | undefined {
  return isExpired(card, now) ? 'expired_card' : failureOf(card.outcome);
}

/** A card is valid until its month ends, in UTC. */
function isExpired({ expirationYear, expirationMonth }: Card, now: Date): boolean {
  return now.getTime() >= Date.UTC(expirationYear, expirationMonth, 1);
}
