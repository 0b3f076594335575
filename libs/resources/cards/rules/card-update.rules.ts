import type { Card } from './card.js';
import {
  checkExpiration,
  inOrder,
  isMissing,
  textOf,
  textProblems,
  type CardTexts,
  type ExpirationRequest,
} from './card.rules.js';
import { issuerOf } from './issuers.js';

/** Requested changes of a saved card, not validated. Undefined leaves a field unchanged. */
export interface CardUpdate extends CardTexts, ExpirationRequest {}

/**
 * The card as it is to be, or everything that is wrong with the update, one sentence each. An empty address
 * or phone number is cleared, an empty country is the issuer's again; an empty name or date stays what it was
 * (docs/fidelity.md U6).
 */
export function checkCardUpdate(
  card: Card,
  update: CardUpdate,
  now: Date,
): { problems: string[] } | { card: Card } {
  const present = { month: card.expirationMonth, year: card.expirationYear };
  const isDated = !isMissing(update.expiration_month) || !isMissing(update.expiration_year);
  const expiration = isDated ? checkExpiration(update, now, present) : present;
  const problems = [...('problems' in expiration ? expiration.problems : []), ...textProblems(update)];
  if ('problems' in expiration || problems.length > 0) return { problems: inOrder(problems) };
  return {
    card: {
      ...card,
      ...textsOf(card, update),
      expirationMonth: expiration.month,
      expirationYear: expiration.year,
    },
  };
}

type Texts = Pick<
  Card,
  'name' | 'country' | 'street1' | 'street2' | 'city' | 'state' | 'postalCode' | 'phoneNumber'
>;

function textsOf(card: Card, update: CardUpdate): Texts {
  const changed = (sent: unknown, present: string | null): string | null =>
    sent === undefined ? present : textOf(sent);
  const country = changed(update.country, card.country)?.toLowerCase();
  return {
    name: changed(update.name, card.name) ?? card.name,
    country: country ?? issuerOf(card.firstDigits).country,
    street1: changed(update.street1, card.street1),
    street2: changed(update.street2, card.street2),
    city: changed(update.city, card.city),
    state: changed(update.state, card.state),
    postalCode: changed(update.postal_code, card.postalCode),
    phoneNumber: changed(update.phone_number, card.phoneNumber),
  };
}
