import { isFailureCode, FAILURE_CODES, type FailureCode } from '#domain/failures.js';
import { Check, FormBoolean, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';

const MAX_LENGTH = 100;

/**
 * Parameters of `POST /api/sandboxes/{name}/scenarios/{scenario}/run`. What a scenario has no use for it leaves alone.
 * @example { "order": "1042" }
 */
export class RunScenarioDto {
  /**
   * In the smallest unit of `currency`; 100000 unless given.
   * @example 100000
   */
  @Unchecked()
  amount?: Unverified<number>;

  /**
   * THB unless given.
   * @example "THB"
   */
  @Optional()
  @Text(MAX_LENGTH)
  currency?: string;

  /**
   * How charges are paid that are not on a card; promptpay unless given, or where its customer is sent elsewhere mobile_banking_kbank.
   * @example "promptpay"
   */
  @Optional()
  @Text(MAX_LENGTH)
  source_type?: string;

  /**
   * What is in `metadata.order` of its charges. One is made unless given.
   * @example "1042"
   */
  @Optional()
  @Text(MAX_LENGTH)
  order?: string;

  /** Why a charge is declined; `payment_rejected` unless given. */
  @Optional()
  @Check((value) => (isFailureCode(value) ? undefined : `failure_code must be one of ${FAILURE_CODES.join(', ')}`))
  failure_code?: FailureCode;

  /**
   * Requests a second; 5 unless given.
   * @example 5
   */
  @Unchecked()
  limit?: Unverified<number>;

  /** Only tells the steps, and refuses what a run is known to be refused with. */
  @FormBoolean()
  dry_run?: boolean;
}
