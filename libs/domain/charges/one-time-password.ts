import { decline, type ChargePatch } from './charge.machine.js';
import type { Charge } from './charge.js';

/** The page of a 3-D Secure charge asks for a click on a button, or for a one-time password. */
export const CHALLENGES = ['buttons', 'otp'] as const;

export type Challenge = (typeof CHALLENGES)[number];

/** The passwords that the page knows; every other one is wrong (docs/fidelity.md G14). */
export const ACCEPTED_PASSWORD = '123456';
export const REFUSED_PASSWORD = '000000';

/** With so many wrong ones the authentication fails. */
export const MAX_WRONG_PASSWORDS = 3;

/** 3-D Secure asks for a password; a passkey needs none. */
export function asksForPassword({ authentication }: Pick<Charge, 'authentication'>, challenge: Challenge): boolean {
  return challenge === 'otp' && authentication === '3DS';
}

/** The issuer's verdict on a password. Spaces and hyphens are ignored. */
export function judgePassword(password: string): 'accepted' | 'refused' | 'wrong' {
  const digits = password.replaceAll(/[\s-]/g, '');
  if (digits === ACCEPTED_PASSWORD) return 'accepted';
  return digits === REFUSED_PASSWORD ? 'refused' : 'wrong';
}

/** Counts a wrong one-time password. With the last that there may be, the charge fails. Throws where it no longer waits for its cardholder. */
export function countWrongPassword(charge: Charge, now: Date): ChargePatch {
  const failed = decline(charge, now, 'payment_rejected');
  const wrongPasswordCount = charge.wrongPasswordCount + 1;
  return wrongPasswordCount < MAX_WRONG_PASSWORDS ? { wrongPasswordCount } : { ...failed, wrongPasswordCount };
}
