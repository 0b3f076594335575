import { AsSent, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { CardRequest } from '../cards/rules/card.rules.js';
import type { TokenizationMethod } from '../cards/rules/tokenization-methods.js';
import type { TokenizationRequest } from '../cards/rules/tokenization.rules.js';

/** A card. */
export interface CardParameters extends CardRequest {
  /** @example "Somchai Prasert" */
  name: string;
  /** @example "4242424242424242" */
  number: string;
  /** @example 12 */
  expiration_month: number;
  /** @example 2040 */
  expiration_year: number;
  /** @example "123" */
  security_code?: string;
  street1?: string;
  street2?: string;
  city?: string;
  state?: string;
  postal_code?: string;
  /** Two-letter country code (ISO 3166). */
  country?: string;
  phone_number?: string;
  /** Only its presence is stored. */
  email?: string;
}

/** A card from a wallet. */
export interface TokenizationParameters extends TokenizationRequest {
  method: TokenizationMethod;
  /**
   * Payment data of the wallet, as text. Any text is accepted; JSON with a `number` selects a test card.
   * @example "{\"number\":\"5555555555554444\"}"
   */
  data: string;
  /** @example "Somchai Prasert" */
  billing_name?: string;
  billing_street1?: string;
  billing_street2?: string;
  billing_city?: string;
  billing_state?: string;
  billing_postal_code?: string;
  /** Two-letter country code (ISO 3166). */
  billing_country?: string;
  billing_phone_number?: string;
}

/**
 * Parameters of `POST /tokens`: a card, or a card from a wallet.
 * @remarks Validated by card.rules and tokenization.rules.
 * @example { "card": { "name": "Somchai Prasert", "number": "4242424242424242", "expiration_month": 12, "expiration_year": 2040, "security_code": "123" } }
 */
export class CreateTokenDto {
  @AsSent()
  card?: Unverified<CardParameters>;

  @Unchecked()
  tokenization?: Unverified<TokenizationParameters>;
}
