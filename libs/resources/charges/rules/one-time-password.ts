import type { Challenge } from '#engine/accounts/rules/account-options.js';
import { decline, type ChargePatch } from './charge.machine.js';
import type { Charge } from './charge.js';

/** All other passwords are wrong (docs/fidelity.md G14). */
export const ACCEPTED_PASSWORD = '123456';
export const REFUSED_PASSWORD = '000000';

export const MAX_WRONG_PASSWORDS = 3;

export function asksForPassword(
  { authentication }: Pick<Charge, 'authentication'>,
  challenge: Challenge,
): boolean {
  return challenge === 'otp' && authentication === '3DS';
}

/** Ignores spaces and hyphens. */
export function judgePassword(password: string): 'accepted' | 'refused' | 'wrong' {
  const digits = password.replaceAll(/[\s-]/g, '');
  if (digits === ACCEPTED_PASSWORD) return 'accepted';
  return digits === REFUSED_PASSWORD ? 'refused' : 'wrong';
}

/**
 * Counts a wrong password; the last permitted one fails the charge. Throws if the charge does not wait for
 * its cardholder.
 */
export function countWrongPassword(charge: Charge, now: Date): ChargePatch {
  const failed = decline(charge, now, 'payment_rejected');
  const wrongPasswordCount = charge.wrongPasswordCount + 1;
  return wrongPasswordCount < MAX_WRONG_PASSWORDS
    ? { wrongPasswordCount }
    : { ...failed, wrongPasswordCount };
}
