/** What a customer sends from the page of a link. */
export interface PayLinkDto {
  /** `card`, or the name of a method that the page offers. */
  method: string;
  /** The token that the vault made of the card. */
  card?: string;
  /** What the method asks for. */
  name?: string;
  email?: string;
  phone_number?: string;
  bank?: string;
  installment_term?: string;
}
