import type { Metadata } from '#kernel/metadata.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { DirectDebitType } from './rules/direct-debit.js';
import type { LinkedAccount, RegistrationFailureCode, WrittenStatus } from './rules/linked-account.js';

export function toLinkedAccount(stored: JsonRow<'LinkedAccount'>): LinkedAccount {
  return {
    ...stored,
    type: stored.type as DirectDebitType,
    status: stored.status as WrittenStatus,
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as RegistrationFailureCode | null,
  };
}
