import { isZero } from '../amount.js';
import type { Card } from './card.js';
import { checkExpiration, inOrder, isMissing, textOf, textProblems, type CardTexts, type ExpirationRequest } from './card.rules.js';
import { issuerOf } from './issuers.js';

/** What a caller wants changed of a saved card: what is undefined stays; nothing in it has been checked. */
export interface CardUpdate extends CardTexts, ExpirationRequest {}

/**
 * The card as it is to be, or everything that is wrong with the update, one sentence each. An address or phone number that is sent
 * empty is cleared, the country is the issuer's again; an empty date stays what it was (docs/fidelity.md U6).
 */
export function checkCardUpdate(card: Card, update: CardUpdate, now: Date): { problems: string[] } | { card: Card } {
  const present = { month: card.expirationMonth, year: card.expirationYear };
  const date = { expiration_month: unlessZero(update.expiration_month), expiration_year: unlessZero(update.expiration_year) };
  const isDated = !isMissing(date.expiration_month) || !isMissing(date.expiration_year);
  const expiration = isDated ? checkExpiration(date, now, present) : present;
  const isNameless = update.name !== undefined && isMissing(update.name);
  const problems = [
    ...('problems' in expiration ? expiration.problems : []),
    ...(isNameless ? ["name can't be blank"] : []),
    ...textProblems(update),
  ];
  if ('problems' in expiration || problems.length > 0) return { problems: inOrder(problems) };
  return {
    card: { ...card, ...textsOf(card, update), expirationMonth: expiration.month, expirationYear: expiration.year },
  };
}

/** 0 is a number that nobody gave (docs/fidelity.md H18). */
function unlessZero(sent: unknown): unknown {
  return isZero(sent) ? undefined : sent;
}

type Texts = Pick<Card, 'name' | 'country' | 'street1' | 'street2' | 'city' | 'state' | 'postalCode' | 'phoneNumber'>;

function textsOf(card: Card, update: CardUpdate): Texts {
  const changed = (sent: unknown, present: string | null): string | null => (sent === undefined ? present : textOf(sent));
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
