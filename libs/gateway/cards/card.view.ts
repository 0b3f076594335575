import type { Card } from '#domain/cards/card.js';
import { isoSeconds } from '#domain/time.js';

export interface CardView {
  object: 'card';
  id: string;
  location: string | null;
  deleted: boolean;
  [field: string]: unknown;
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
    tokenization_method: null,
    created_at: isoSeconds(card.createdAt),
  };
}
