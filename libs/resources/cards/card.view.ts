import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Card } from './rules/card.js';
import type { TokenizationMethod } from './rules/tokenization-methods.js';

/** A card. Its number and security code are never stored. */
export interface CardView {
  object: 'card';
  /** @example "card_test_60aaaaaaaaaaaaaaaa3" */
  id: string;
  livemode: boolean;
  /**
   * Path of a customer's card. Null in a token, and in a charge that a token paid.
   * @example "/customers/cust_test_60aaaaaaaaaaaaaaaa5/cards/card_test_60aaaaaaaaaaaaaaaa3"
   */
  location: string | null;
  deleted: boolean;
  /** @example "1448/4 Praditmanutham Road" */
  street1: string | null;
  /** @example "Floor 3" */
  street2: string | null;
  /** @example "Bangkok" */
  city: string | null;
  /** @example "Bangkok" */
  state: string | null;
  /** @example "0123456789" */
  phone_number: string | null;
  /** @example "10320" */
  postal_code: string | null;
  /**
   * Country of the issuer: two lower-case letters, or empty if unknown.
   * @example "th"
   */
  country: string;
  /** @example "credit" */
  financing: string;
  /**
   * Name of the issuer, or empty if unknown.
   * @example "Bank of Ayudhya"
   */
  bank: string;
  /** @example "Visa" */
  brand: string;
  /**
   * Identifies the card number within the account.
   * @example "kDtyoZ5RmkHxYnVxjA+zaIB7ZgDhUuLdzJYVsKZyRAk="
   */
  fingerprint: string;
  /** @example "424242" */
  first_digits: string | null;
  /** @example "4242" */
  last_digits: string;
  /** @example "Somchai Prasert" */
  name: string;
  /** @example 12 */
  expiration_month: number;
  /** @example 2040 */
  expiration_year: number;
  /** True if a security code was sent and accepted. */
  security_code_check: boolean;
  /** Wallet of the card. */
  tokenization_method: TokenizationMethod | null;
  created_at: Timestamp;
}

/** The card object, keys in the recorded order (docs/fidelity.md T3). Only a saved card has a location. */
export function cardView(card: Card): CardView {
  return {
    object: 'card',
    id: card.id,
    livemode: card.livemode,
    location: card.customerId && `/customers/${card.customerId}/cards/${card.id}`,
    deleted: card.deleted,
    street1: card.street1,
    street2: card.street2,
    city: card.city,
    state: card.state,
    phone_number: card.phoneNumber,
    postal_code: card.postalCode,
    country: card.country,
    financing: card.financing,
    bank: card.bank,
    brand: card.brand,
    fingerprint: card.fingerprint,
    first_digits: card.firstDigits,
    last_digits: card.lastDigits,
    name: card.name,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
    security_code_check: card.securityCodeCheck,
    tokenization_method: card.tokenizationMethod,
    created_at: isoSeconds(card.createdAt),
  };
}
