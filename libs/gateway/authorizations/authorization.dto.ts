import type { FailureCode } from '#domain/failures.js';

/** What a click on the page sends. */
export interface ChoiceDto {
  outcome: 'successful' | 'failed';
  /** Why the payment fails; `payment_rejected` unless given. */
  failure_code?: FailureCode;
  /** What the cardholder proves with who they are, where the sandbox has its pages ask for it. */
  one_time_password?: string;
}
