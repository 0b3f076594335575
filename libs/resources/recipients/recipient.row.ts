import type { Metadata } from '#kernel/metadata.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { BankAccount, Recipient, RecipientFailure, RecipientType } from './rules/recipient.js';

export function toRecipient(stored: JsonRow<'Recipient'>): Recipient {
  return {
    ...stored,
    type: stored.type as RecipientType,
    bankAccount: stored.bankAccount as unknown as BankAccount,
    failureCode: stored.failureCode as RecipientFailure | null,
    metadata: stored.metadata as Metadata,
  };
}
