import type { RegistrationFailureCode } from '#domain/linked-accounts/linked-account.js';

/** What a click on the page sends. */
export interface RegistrationChoiceDto {
  outcome: 'successful' | 'failed';
  /** Why the registration fails; `payment_rejected` unless given. */
  failure_code?: RegistrationFailureCode;
}
