import type { CardRequest } from '#domain/cards/card.rules.js';
import { Unchecked, type Unverified } from '#platform/http/dto.js';

/** What is told of a card. */
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
  /** Two letters. */
  country?: string;
  phone_number?: string;
}

/**
 * Parameters of `POST /tokens`.
 * @remarks What the card must be is in card.rules.
 * @example { "card": { "name": "Somchai Prasert", "number": "4242424242424242", "expiration_month": 12, "expiration_year": 2040, "security_code": "123" } }
 */
export class CreateTokenDto {
  /** @required */
  @Unchecked()
  card?: Unverified<CardParameters>;
}
