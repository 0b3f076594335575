/** Form fields of a page with several payment methods. */
export interface PayDto {
  /** `card`, or a payment method of the page. */
  method: string;
  /** ID of the card's token. */
  card?: string;
  /** Further fields, which depend on the payment method. */
  name?: string;
  email?: string;
  phone_number?: string;
  bank?: string;
  installment_term?: string;
}
