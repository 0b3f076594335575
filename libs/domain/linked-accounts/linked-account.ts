import type { FailureCode } from '../failures.js';
import type { Metadata } from '../metadata.js';
import { DAY_MS } from '../time.js';
import type { DirectDebitType } from './direct-debit.js';

/** How long the owner of a bank account has to register it (docs/fidelity.md LA3). */
export const REGISTRATION_LASTS_MS = DAY_MS;

/** Why a registration can fail; the first is the usual reason (docs/fidelity.md LA5). */
export const REGISTRATION_FAILURE_CODES = [
  'payment_rejected',
  'failed_processing',
  'invalid_account',
] as const satisfies readonly FailureCode[];

export type RegistrationFailureCode = (typeof REGISTRATION_FAILURE_CODES)[number];

/** What is written down. That a registration has expired is not: its time says so, and nobody is told. */
export type WrittenStatus = 'pending' | 'successful' | 'failed';

export type LinkedAccountStatus = WrittenStatus | 'expired';

/** A bank account that its owner lets the merchant debit, once they have registered it at their bank. */
export interface LinkedAccount {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Grows by one with every change; a change is written only if this is still what was read. */
  readonly version: number;
  readonly type: DirectDebitType;
  readonly status: WrittenStatus;
  readonly returnUri: string;
  /** Of the bank account's number; null until it is registered. */
  readonly lastDigits: string | null;
  readonly metadata: Metadata;
  readonly failureCode: RegistrationFailureCode | null;
  /** Whose it is; null until it is attached. */
  readonly customerId: string | null;
  readonly registeredAt: Date | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Where the account is at this moment. */
export function statusAt({ status, expiresAt }: Pick<LinkedAccount, 'status' | 'expiresAt'>, now: Date): LinkedAccountStatus {
  return status === 'pending' && now.getTime() >= expiresAt.getTime() ? 'expired' : status;
}

export function isRegistrationFailureCode(value: unknown): value is RegistrationFailureCode {
  return REGISTRATION_FAILURE_CODES.some((code) => code === value);
}
