import type { DirectDebitType } from '#domain/linked-accounts/direct-debit.js';
import type { LinkedAccount, RegistrationFailureCode, WrittenStatus } from '#domain/linked-accounts/linked-account.js';
import type { Metadata } from '#domain/metadata.js';
import type { LinkedAccount as StoredLinkedAccount } from '#platform/database/generated/client.js';
import type { Move, Row } from '../events/changes.js';

export function toLinkedAccount(stored: StoredLinkedAccount): LinkedAccount {
  return {
    ...stored,
    type: stored.type as DirectDebitType,
    status: stored.status as WrittenStatus,
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as RegistrationFailureCode | null,
  };
}

export function toLinkedAccountRow(account: LinkedAccount): Row {
  return {
    id: account.id,
    account_id: account.accountId,
    livemode: account.livemode,
    version: account.version,
    type: account.type,
    return_uri: account.returnUri,
    metadata: account.metadata,
    expires_at: account.expiresAt,
    created_at: account.createdAt,
    ...toMovedLinkedAccountRow(account),
  };
}

/** The columns that a change may change. */
function toMovedLinkedAccountRow(account: LinkedAccount): Row {
  return {
    status: account.status,
    last_digits: account.lastDigits,
    failure_code: account.failureCode,
    customer_id: account.customerId,
    registered_at: account.registeredAt,
  };
}

/** Writes a linked account as it is to be. */
export function moveOfLinkedAccount(before: LinkedAccount, after: LinkedAccount): Move {
  return { table: 'linked_account', id: before.id, version: before.version, set: toMovedLinkedAccountRow(after) };
}
