/** What a customer sends from a page that offers ways to pay. */
export interface PayDto {
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
