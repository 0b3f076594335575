import type { Metadata } from '#kernel/metadata.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import type { Recipient, RecipientFailure, RecipientType } from './rules/recipient.js';
import { bankAccountView, type BankAccountView } from './bank-account.view.js';

/** A person or company that receives transfers. */
export interface RecipientView {
  object: 'recipient';
  /** @example "recp_test_60aaaaaaaaaaaaaaac1" */
  id: string;
  livemode: boolean;
  /** @example "/recipients/recp_test_60aaaaaaaaaaaaaaac1" */
  location: string;
  deleted: boolean;
  bank_account: BankAccountView;
  /** True if the recipient can receive transfers. */
  active: boolean;
  /** True for the merchant's own bank account. Transfers without a recipient are sent there. */
  default: boolean;
  /** True if the bank account is verified. */
  verified: boolean;
  /** @example "The cook" */
  description: string | null;
  /** @example "somchai@shop.example" */
  email: string | null;
  /** Why the verification failed. */
  failure_code: RecipientFailure | null;
  /** @example "Somchai Prasert" */
  name: string;
  /** @example "" */
  tax_id: string;
  type: RecipientType;
  created_at: Timestamp;
  schedule: null;
  metadata: Metadata;
  verified_at: Timestamp | null;
  activated_at: Timestamp | null;
}

/** The recipient object, keys in the recorded order (docs/fidelity.md RC1). */
export function recipientView(recipient: Recipient): RecipientView {
  return {
    object: 'recipient',
    id: recipient.id,
    livemode: recipient.livemode,
    location: `/recipients/${recipient.id}`,
    deleted: recipient.deleted,
    bank_account: bankAccountView(recipient.bankAccount, recipient.livemode),
    active: recipient.activatedAt !== null,
    default: recipient.isDefault,
    verified: recipient.verifiedAt !== null,
    description: recipient.description,
    email: recipient.email,
    failure_code: recipient.failureCode,
    name: recipient.name,
    tax_id: recipient.taxId,
    type: recipient.type,
    created_at: isoSeconds(recipient.createdAt),
    schedule: null,
    metadata: recipient.metadata,
    verified_at: isoSecondsOrNull(recipient.verifiedAt),
    activated_at: isoSecondsOrNull(recipient.activatedAt),
  };
}
