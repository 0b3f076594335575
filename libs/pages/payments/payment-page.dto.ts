import type { FailureCode } from '#kernel/failures.js';

/** Form fields of a page with several payment methods. */
export interface PayDto {
  /** `card`, or a payment method of the page. Required unless there is an `outcome`. */
  method?: string;
  /** ID of the card's token. */
  card?: string;
  /** Further fields, which depend on the payment method. */
  name?: string;
  email?: string;
  phone_number?: string;
  bank?: string;
  installment_term?: string;
  /** Settles the pending payment. Test mode only. */
  outcome?: 'successful' | 'failed' | 'expired';
  /** Reason for the outcome `failed`. Default: `payment_rejected`. */
  failure_code?: FailureCode;
}

/** Form fields of the page of a link. */
export interface PayLinkDto extends PayDto {
  /** ID of the charge that the `outcome` is for. */
  charge?: string;
}

/** Form fields of the checkout page. */
export interface CheckoutDto extends PayDto {
  /** `cancel` cancels the session. Other fields are then ignored. */
  action?: 'cancel';
}
