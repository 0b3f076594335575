import { FAILURES } from '#kernel/failures.js';
import type { Metadata } from '#kernel/metadata.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import {
  statusAt,
  type LinkedAccount,
  type LinkedAccountStatus,
  type RegistrationFailureCode,
} from './rules/linked-account.js';
import type { DirectDebitType } from './rules/direct-debit.js';

export interface LinkedAccountViewContext {
  /** The public address of the pages where customers register accounts. */
  readonly payUrl: string;
  readonly now: Date;
}

/** A bank account that the merchant may debit. */
export interface LinkedAccountView {
  object: 'linked_account';
  /** @example "lnac_test_60aaaaaaaaaaaaaab6" */
  id: string;
  livemode: boolean;
  /** @example "/linked_accounts/lnac_test_60aaaaaaaaaaaaaab6" */
  location: string;
  /**
   * URL of the registration page.
   * @example "http://127.0.0.1:7402/linked_accounts/lnac_test_60aaaaaaaaaaaaaab6/register"
   */
  registration_uri: string;
  /**
   * URL that the account owner returns to after the registration.
   * @example "https://shop.example/accounts"
   */
  return_uri: string;
  type: DirectDebitType;
  /** @example "successful" */
  status: LinkedAccountStatus;
  /**
   * Null until the account is registered.
   * @example "4321"
   */
  last_digits: string | null;
  metadata: Metadata;
  failure_code: RegistrationFailureCode | null;
  /** @example null */
  failure_message: string | null;
  registered_at: Timestamp | null;
  /** When a pending registration expires. */
  expires_at: Timestamp;
  created_at: Timestamp;
}

/** The linked account object, keys in the documented order (docs/fidelity.md LA1). */
export function linkedAccountView(
  account: LinkedAccount,
  { payUrl, now }: LinkedAccountViewContext,
): LinkedAccountView {
  return {
    object: 'linked_account',
    id: account.id,
    livemode: account.livemode,
    location: `/linked_accounts/${account.id}`,
    registration_uri: registrationUri(account.id, payUrl),
    return_uri: account.returnUri,
    type: account.type,
    status: statusAt(account, now),
    last_digits: account.lastDigits,
    metadata: account.metadata,
    failure_code: account.failureCode,
    failure_message: account.failureCode && FAILURES[account.failureCode],
    registered_at: isoSecondsOrNull(account.registeredAt),
    expires_at: isoSeconds(account.expiresAt),
    created_at: isoSeconds(account.createdAt),
  };
}

/** The page that stands for the bank's own (docs/fidelity.md LA6). */
export function registrationUri(id: string, payUrl: string): string {
  return `${payUrl}/linked_accounts/${id}/register`;
}
