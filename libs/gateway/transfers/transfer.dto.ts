import { metadataProblem, type Metadata } from '#domain/metadata.js';
import { TRANSFER_FAILURES, type TransferFailure } from '#domain/transfers/transfer.js';
import { Check, Clearable, FormBoolean, NonZero, Optional, Unchecked, type Unverified } from '#platform/http/dto.js';

/**
 * Parameters of `PATCH /transfers/{id}`. What is not sent stays as it is; an empty text clears metadata.
 * @example { "amount": 50000 }
 */
export class UpdateTransferDto {
  /** In the smallest unit of the account's currency. It covers the fee, and is no more than the account has. */
  @Unchecked()
  @NonZero()
  amount?: Unverified<number>;

  @Clearable()
  @Check(metadataProblem)
  metadata?: Metadata | null;
}

/**
 * Parameters of `POST /transfers`. Without an amount all that is transferable goes.
 * @example { "amount": 100000, "recipient": "recp_test_60aaaaaaaaaaaaaaac1" }
 */
export class CreateTransferDto extends UpdateTransferDto {
  /** The id of a recipient; the default one unless given. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'recipient must be the id of a recipient'))
  recipient?: string;

  /** Whether it fails, and is not tried again, when it cannot be sent. */
  @FormBoolean()
  fail_fast?: boolean;
}

const FAILURE_CODES = Object.keys(TRANSFER_FAILURES);

/**
 * Parameters of `POST /transfers/{id}/mark_as_failed`.
 * @example { "failure_code": "transfer_failed" }
 */
export class FailTransferDto {
  /** `transfer_failed` unless given. */
  @Optional()
  @Check((value) => (FAILURE_CODES.some((code) => code === value) ? undefined : `failure_code must be one of ${FAILURE_CODES.join(', ')}`))
  failure_code?: TransferFailure;
}
