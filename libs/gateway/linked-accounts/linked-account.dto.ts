import {
  isRegistrationFailureCode,
  REGISTRATION_FAILURE_CODES,
  type RegistrationFailureCode,
} from '#domain/linked-accounts/linked-account.js';
import { metadataProblem, type Metadata } from '#domain/metadata.js';
import { Check, Optional, Unchecked } from '#platform/http/dto.js';

/** Parameters of `POST /linked_accounts`. What they must be is in linked-account.rules. */
export class CreateLinkedAccountDto {
  /** The bank: `direct_debit_bay`, `direct_debit_kbank`, `direct_debit_ktb` or `direct_debit_scb`. */
  @Unchecked()
  type?: unknown;

  /** Where the owner of the bank account goes once they have registered it, or refused. */
  @Unchecked()
  return_uri?: unknown;

  /** The owner's citizen number. It is checked and forgotten. */
  @Unchecked()
  citizen_id?: unknown;

  @Optional()
  @Check(metadataProblem)
  metadata?: Metadata;
}

/** Parameters of `POST /linked_accounts/{id}/mark_as_failed`. */
export class MarkLinkedAccountAsFailedDto {
  @Optional()
  @Check((value) => (isRegistrationFailureCode(value) ? undefined : `failure_code must be one of ${REGISTRATION_FAILURE_CODES.join(', ')}`))
  failure_code?: RegistrationFailureCode;
}
