import { decline, type ChargePatch } from './charge.machine.js';
import type { Charge } from './charge.js';

/** The 3-D Secure page has buttons, or a form for a one-time password. */
export const CHALLENGES = ['buttons', 'otp'] as const;

export type Challenge = (typeof CHALLENGES)[number];

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
