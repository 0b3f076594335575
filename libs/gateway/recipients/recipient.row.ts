import type { Metadata } from '#domain/metadata.js';
import type { BankAccount, Recipient, RecipientFailure, RecipientType } from '#domain/recipients/recipient.js';
import type { Recipient as StoredRecipient } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';

export function toRecipient(stored: StoredRecipient): Recipient {
  return {
    ...stored,
    type: stored.type as RecipientType,
    bankAccount: stored.bankAccount as unknown as BankAccount,
    failureCode: stored.failureCode as RecipientFailure | null,
    metadata: stored.metadata as Metadata,
  };
}

export function toRecipientRow(recipient: Recipient): Row<'recipient'> {
  return {
    id: recipient.id,
    account_id: recipient.accountId,
    livemode: recipient.livemode,
    version: recipient.version,
    is_default: recipient.isDefault,
    created_at: recipient.createdAt,
    ...changingColumns(recipient),
  };
}

export function recipientUpdate(before: Recipient, after: Recipient): RowUpdate {
  return { table: 'recipient', id: before.id, version: before.version, set: changingColumns(after) };
}

function changingColumns(recipient: Recipient) {
  return {
    name: recipient.name,
    email: recipient.email,
    description: recipient.description,
    type: recipient.type,
    tax_id: recipient.taxId,
    bank_account: recipient.bankAccount,
    failure_code: recipient.failureCode,
    metadata: recipient.metadata,
    deleted: recipient.deleted,
    verified_at: recipient.verifiedAt,
    activated_at: recipient.activatedAt,
  } satisfies RowUpdate<'recipient'>['set'];
}
