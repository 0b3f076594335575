import type { RegistrationFailureCode } from '#resources/linked-accounts/rules/linked-account.js';

/** Form fields of the registration page. */
export interface RegistrationChoiceDto {
  outcome: 'successful' | 'failed';
  /** Reason for a failed registration. Default: `payment_rejected`. */
  failure_code?: RegistrationFailureCode;
}
