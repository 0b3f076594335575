import { metadataProblem, type Metadata } from '#kernel/metadata.js';
import { Check, Clearable, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';
import { RECIPIENT_TYPES, type RecipientType } from './rules/recipient.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TAX_ID_LENGTH,
} from './rules/recipient.rules.js';

/** A bank account. `brand` and `bank_code` are aliases. */
export interface BankAccountParameters {
  /**
   * Bank code, as in the capability. Alias of `bank_code`.
   * @example "scb"
   */
  brand?: string;
  bank_code?: string;
  branch_code?: string;
  /**
   * 4 to 20 digits; the bank `test` allows letters too. In test mode, 0000000001, 0000000002 and 0000000003
   * fail verification, and transfers to 0000000004 fail.
   * @example "1234567890"
   */
  number: string;
  /** @example "Somchai Prasert" */
  name: string;
  type?: string;
  /** Alias of `type`, its name up to version 2017-11-02. */
  account_type?: string;
}

/**
 * Parameters of `PATCH /recipients/{id}`. Omitted parameters stay unchanged. An empty string clears a value.
 * @example { "description": "The cook" }
 */
export class UpdateRecipientDto {
  @Optional()
  @Text(MAX_NAME_LENGTH)
  name?: string;

  @Clearable()
  @Text(MAX_EMAIL_LENGTH)
  email?: string | null;

  @Clearable()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string | null;

  @Optional()
  @Check((value) =>
    RECIPIENT_TYPES.some((type) => type === value)
      ? undefined
      : `type must be ${RECIPIENT_TYPES.join(' or ')}`,
  )
  type?: RecipientType;

  @Clearable()
  @Text(MAX_TAX_ID_LENGTH)
  tax_id?: string | null;

  @Clearable()
  @Check(metadataProblem)
  metadata?: Metadata | null;

  /** Omitted fields stay unchanged. A new number, bank or name requires a new verification. */
  @Unchecked()
  bank_account?: Unverified<Partial<BankAccountParameters>>;
}

/**
 * Parameters of `POST /recipients`.
 * @example { "name": "Somchai Prasert", "type": "individual", "bank_account": { "brand": "scb", "number": "1234567890", "name": "Somchai Prasert" } }
 */
export class CreateRecipientDto extends UpdateRecipientDto {
  /** @required */
  declare name?: string;

  /** @required */
  declare bank_account?: Unverified<BankAccountParameters>;
}
