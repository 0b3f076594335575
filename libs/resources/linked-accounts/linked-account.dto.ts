import { metadataProblem, type Metadata } from '#kernel/metadata.js';
import { Check, Optional, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { DirectDebitType } from './rules/direct-debit.js';
import {
  isRegistrationFailureCode,
  REGISTRATION_FAILURE_CODES,
  type RegistrationFailureCode,
} from './rules/linked-account.js';

/**
 * Parameters of `POST /linked_accounts`.
 * @remarks What they must be is in linked-account.rules.
 * @example { "type": "direct_debit_scb", "return_uri": "https://shop.example/accounts" }
 */
export class CreateLinkedAccountDto {
  /**
   * Bank of the account.
   * @required
   */
  @Unchecked()
  type?: Unverified<DirectDebitType>;

  /**
   * URL that the account owner returns to after the registration.
   * @required
   */
  @Unchecked()
  return_uri?: Unverified<string>;

  /** Citizen ID of the account owner. It is validated and not stored. */
  @Unchecked()
  citizen_id?: Unverified<string>;

  @Optional()
  @Check(metadataProblem)
  metadata?: Metadata;
}

/**
 * Parameters of `POST /linked_accounts/{id}/mark_as_failed`.
 * @example { "failure_code": "payment_rejected" }
 */
export class MarkLinkedAccountAsFailedDto {
  @Optional()
  @Check((value) =>
    isRegistrationFailureCode(value)
      ? undefined
      : `failure_code must be one of ${REGISTRATION_FAILURE_CODES.join(', ')}`,
  )
  failure_code?: RegistrationFailureCode;
}
