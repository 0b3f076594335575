import { fail } from '#kernel/errors.js';
import { statusAt, type LinkedAccount, type RegistrationFailureCode } from './linked-account.js';

/** The owner registered the account at the bank, which reports the last digits of its number. */
export function register(account: LinkedAccount, lastDigits: string, now: Date): LinkedAccount {
  assertPending(account, now);
  return { ...account, status: 'successful', lastDigits, registeredAt: now };
}

/** Fails the registration: the owner or their bank refuses. */
export function refuse(
  account: LinkedAccount,
  failureCode: RegistrationFailureCode,
  now: Date,
): LinkedAccount {
  assertPending(account, now);
  return { ...account, status: 'failed', failureCode };
}

/** The account becomes a customer's, for good (docs/fidelity.md U9). */
export function attach(account: LinkedAccount, customerId: string, now: Date): LinkedAccount {
  const status = statusAt(account, now);
  if (status !== 'successful')
    fail('bad_request', `linked_account must be registered before it is attached; this one is ${status}`);
  if (account.customerId !== null) fail('bad_request', 'linked_account is already attached to a customer');
  return { ...account, customerId };
}

function assertPending(account: LinkedAccount, now: Date): void {
  const status = statusAt(account, now);
  if (status !== 'pending') fail('bad_request', `linked account is already ${status}`);
}
