import { isFailureCode, FAILURE_CODES, type FailureCode } from '#kernel/failures.js';
import { Check, FormBoolean, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';

const MAX_LENGTH = 100;

/**
 * Parameters of `POST /api/sandboxes/{name}/scenarios/{scenario}/run`. A scenario ignores parameters that it
 * does not use.
 * @example { "order": "1042" }
 */
export class RunScenarioDto {
  /**
   * In the smallest unit of `currency`. Default: 100000.
   * @example 100000
   */
  @Unchecked()
  amount?: Unverified<number>;

  /**
   * Default: THB.
   * @example "THB"
   */
  @Optional()
  @Text(MAX_LENGTH)
  currency?: string;

  /**
   * Source type of charges without a card. Default: `promptpay`, or `mobile_banking_kbank` if the scenario
   * needs a redirect.
   * @example "promptpay"
   */
  @Optional()
  @Text(MAX_LENGTH)
  source_type?: string;

  /**
   * Value of `metadata.order` in the scenario's charges. Default: a generated value.
   * @example "1042"
   */
  @Optional()
  @Text(MAX_LENGTH)
  order?: string;

  /** Reason for a declined charge. Default: `payment_rejected`. */
  @Optional()
  @Check((value) =>
    isFailureCode(value) ? undefined : `failure_code must be one of ${FAILURE_CODES.join(', ')}`,
  )
  failure_code?: FailureCode;

  /**
   * Requests per second. Default: 5.
   * @example 5
   */
  @Unchecked()
  limit?: Unverified<number>;

  /** Returns the steps without running them. Validates the parameters as a run does. */
  @FormBoolean()
  dry_run?: boolean;
}
