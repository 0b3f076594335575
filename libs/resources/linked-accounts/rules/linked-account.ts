import type { FailureCode } from '#kernel/failures.js';
import type { Metadata } from '#kernel/metadata.js';
import { DAY_MS } from '#kernel/time.js';
import type { VersionedObject } from '#kernel/scope.js';
import type { DirectDebitType } from './direct-debit.js';

/** Registration period of a bank account (docs/fidelity.md LA3). */
export const REGISTRATION_LASTS_MS = DAY_MS;

/** Why a registration can fail; the first is the usual reason (docs/fidelity.md LA5). */
export const REGISTRATION_FAILURE_CODES = [
  'payment_rejected',
  'failed_processing',
  'invalid_account',
] as const satisfies readonly FailureCode[];

export type RegistrationFailureCode = (typeof REGISTRATION_FAILURE_CODES)[number];

/** The stored status. Expiry is not stored: it follows from `expiresAt` and has no event. */
export type WrittenStatus = 'pending' | 'successful' | 'failed';

export type LinkedAccountStatus = WrittenStatus | 'expired';

/** A bank account that its owner lets the merchant debit, once they have registered it at their bank. */
export interface LinkedAccount extends VersionedObject {
  readonly type: DirectDebitType;
  readonly status: WrittenStatus;
  readonly returnUri: string;
  /** Last digits of the bank account's number; null until registered. */
  readonly lastDigits: string | null;
  readonly metadata: Metadata;
  readonly failureCode: RegistrationFailureCode | null;
  /** The customer; null until attached. */
  readonly customerId: string | null;
  readonly registeredAt: Date | null;
  readonly expiresAt: Date;
}

/** The status at `now`, including expiry. */
export function statusAt(
  { status, expiresAt }: Pick<LinkedAccount, 'status' | 'expiresAt'>,
  now: Date,
): LinkedAccountStatus {
  return status === 'pending' && now.getTime() >= expiresAt.getTime() ? 'expired' : status;
}

export function isRegistrationFailureCode(value: unknown): value is RegistrationFailureCode {
  return REGISTRATION_FAILURE_CODES.some((code) => code === value);
}
