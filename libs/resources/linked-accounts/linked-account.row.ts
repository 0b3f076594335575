import type { Metadata } from '#kernel/metadata.js';
import type { LinkedAccount as StoredLinkedAccount } from '#platform/database/generated/client.js';
import type { DirectDebitType } from './rules/direct-debit.js';
import type { LinkedAccount, RegistrationFailureCode, WrittenStatus } from './rules/linked-account.js';

export function toLinkedAccount(stored: StoredLinkedAccount): LinkedAccount {
  return {
    ...stored,
    type: stored.type as DirectDebitType,
    status: stored.status as WrittenStatus,
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as RegistrationFailureCode | null,
  };
}
