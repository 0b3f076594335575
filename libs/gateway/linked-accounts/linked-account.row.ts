import type { DirectDebitType } from '#domain/linked-accounts/direct-debit.js';
import type {
  LinkedAccount,
  RegistrationFailureCode,
  WrittenStatus,
} from '#domain/linked-accounts/linked-account.js';
import type { Metadata } from '#domain/metadata.js';
import type { LinkedAccount as StoredLinkedAccount } from '#platform/database/generated/client.js';

export function toLinkedAccount(stored: StoredLinkedAccount): LinkedAccount {
  return {
    ...stored,
    type: stored.type as DirectDebitType,
    status: stored.status as WrittenStatus,
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as RegistrationFailureCode | null,
  };
}
