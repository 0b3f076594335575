import { metadataProblem, type Metadata } from '#kernel/metadata.js';
import {
  Check,
  Clearable,
  FormBoolean,
  NonZero,
  Optional,
  Text,
  Unchecked,
  type Unverified,
} from '#platform/http/dto.js';
import { TRANSFER_FAILURES, type TransferFailure } from './rules/transfer.js';
import { MAX_IDEMP_KEY_LENGTH } from './rules/transfer.rules.js';

/**
 * Parameters of `PATCH /transfers/{id}`. Omitted parameters stay unchanged. An empty string clears the
 * metadata.
 * @example { "amount": 50000 }
 */
export class UpdateTransferDto {
  /**
   * In the smallest unit of the account's currency, including the fee. At most the balance of the account.
   */
  @Unchecked()
  @NonZero()
  amount?: Unverified<number>;

  @Clearable()
  @Check(metadataProblem)
  metadata?: Metadata | null;
}

/**
 * Parameters of `POST /transfers`. Without an amount, the whole transferable balance is transferred.
 * @example { "amount": 100000, "recipient": "recp_test_60aaaaaaaaaaaaaaac1" }
 */
export class CreateTransferDto extends UpdateTransferDto {
  /** Recipient ID. Default: the default recipient. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'recipient must be the id of a recipient'))
  recipient?: string;

  /**
   * True if the transfer fails immediately when it cannot be sent. Otherwise it is retried, unless its money
   * has left the balance.
   */
  @FormBoolean()
  fail_fast?: boolean;

  /** Your key of this transfer. A second request with the same key answers the first transfer. */
  @Optional()
  @Text(MAX_IDEMP_KEY_LENGTH)
  idemp_key?: string;
}

const FAILURE_CODES = Object.keys(TRANSFER_FAILURES);

/**
 * Parameters of `POST /transfers/{id}/mark_as_failed`.
 * @example { "failure_code": "transfer_failed" }
 */
export class FailTransferDto {
  /** Default: `transfer_failed`. */
  @Optional()
  @Check((value) =>
    FAILURE_CODES.some((code) => code === value)
      ? undefined
      : `failure_code must be one of ${FAILURE_CODES.join(', ')}`,
  )
  failure_code?: TransferFailure;
}
