import type { Metadata } from '#kernel/metadata.js';
import type { VersionedObject } from '#kernel/scope.js';

export const RECIPIENT_TYPES = ['individual', 'corporation'] as const;

export type RecipientType = (typeof RECIPIENT_TYPES)[number];

/** Why a recipient could not be verified (docs/fidelity.md RC4). */
export const RECIPIENT_FAILURES = ['account_not_found', 'bank_not_found', 'name_mismatch'] as const;

export type RecipientFailure = (typeof RECIPIENT_FAILURES)[number];

/** Target of a merchant's transfers. */
export interface BankAccount {
  /** Code of the bank, such as `scb`. */
  readonly bankCode: string;
  readonly branchCode: string | null;
  /** Digits, at the test bank also letters. */
  readonly number: string;
  readonly name: string;
  readonly type: string | null;
  readonly createdAt: string;
}

export interface Recipient extends VersionedObject {
  readonly name: string;
  readonly email: string | null;
  readonly description: string | null;
  readonly type: RecipientType;
  readonly taxId: string;
  readonly bankAccount: BankAccount;
  /** True for the merchant's own account, the default of transfers. */
  readonly isDefault: boolean;
  readonly failureCode: RecipientFailure | null;
  readonly metadata: Metadata;
  readonly deleted: boolean;
  readonly verifiedAt: Date | null;
  readonly activatedAt: Date | null;
}

export function isPayable({ deleted, verifiedAt, activatedAt }: Recipient): boolean {
  return !deleted && verifiedAt !== null && activatedAt !== null;
}
