import type { DirectDebitType } from '#domain/linked-accounts/direct-debit.js';
import type { LinkedAccount, RegistrationFailureCode, WrittenStatus } from '#domain/linked-accounts/linked-account.js';
import type { Metadata } from '#domain/metadata.js';
import type { LinkedAccount as StoredLinkedAccount } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';

export function toLinkedAccount(stored: StoredLinkedAccount): LinkedAccount {
  return {
    ...stored,
    type: stored.type as DirectDebitType,
    status: stored.status as WrittenStatus,
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as RegistrationFailureCode | null,
  };
}

export function toLinkedAccountRow(account: LinkedAccount): Row<'linked_account'> {
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
    ...changingColumns(account),
  };
}

export function linkedAccountUpdate(before: LinkedAccount, after: LinkedAccount): RowUpdate {
  return { table: 'linked_account', id: before.id, version: before.version, set: changingColumns(after) };
}

function changingColumns(account: LinkedAccount) {
  return {
    status: account.status,
    last_digits: account.lastDigits,
    failure_code: account.failureCode,
    customer_id: account.customerId,
    registered_at: account.registeredAt,
  } satisfies RowUpdate<'linked_account'>['set'];
}
