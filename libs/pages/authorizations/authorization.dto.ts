import type { FailureCode } from '#kernel/failures.js';

/** Form fields of the payment page. */
export interface ChoiceDto {
  /** `expired` works in test mode only. */
  outcome: 'successful' | 'failed' | 'expired';
  /** Reason for a declined payment. Default: `payment_rejected`. */
  failure_code?: FailureCode;
  /** The cardholder's one-time password, if the sandbox's `three_d_secure_challenge` asks for one. */
  one_time_password?: string;
}
