import type { CardOutcome } from '#domain/cards/card-outcome.js';
import type { TokenizationMethod } from '#domain/cards/tokenization-methods.js';
import type { Card } from '#domain/cards/card.js';
import type { Card as StoredCard } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';

export function toCard(stored: StoredCard): Card {
  const tokenizationMethod = stored.tokenizationMethod as TokenizationMethod | null;
  return { ...stored, tokenizationMethod, outcome: stored.outcome as CardOutcome };
}

export function toCardRow(card: Card): Row<'card'> {
  return {
    id: card.id,
    account_id: card.accountId,
    livemode: card.livemode,
    version: card.version,
    brand: card.brand,
    bank: card.bank,
    financing: card.financing,
    fingerprint: card.fingerprint,
    first_digits: card.firstDigits,
    last_digits: card.lastDigits,
    security_code_check: card.securityCodeCheck,
    tokenization_method: card.tokenizationMethod,
    outcome: card.outcome,
    created_at: card.createdAt,
    ...changingColumns(card),
  };
}

export function cardUpdate(before: Card, after: Card): RowUpdate {
  return { table: 'card', id: before.id, version: before.version, set: changingColumns(after) };
}

function changingColumns(card: Card) {
  return {
    customer_id: card.customerId,
    attached_at: card.attachedAt,
    deleted: card.deleted,
    name: card.name,
    country: card.country,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
    street1: card.street1,
    street2: card.street2,
    city: card.city,
    state: card.state,
    postal_code: card.postalCode,
    phone_number: card.phoneNumber,
  } satisfies RowUpdate<'card'>['set'];
}
