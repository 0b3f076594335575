import { brandOf, isCardNumber, normalizeCardNumber } from './card-number.js';
import type { Card } from './card.js';
import { issuerOf } from './issuers.js';
import { outcomeOf } from './test-cards.js';

/** What a caller says of a card; nothing in it has been checked. */
export interface CardRequest extends CardTexts, ExpirationRequest {
  readonly number?: unknown;
  readonly security_code?: unknown;
}

export interface ExpirationRequest {
  readonly expiration_month?: unknown;
  readonly expiration_year?: unknown;
}

/** The texts that a saved card can still change. */
export interface CardTexts {
  readonly name?: unknown;
  readonly street1?: unknown;
  readonly street2?: unknown;
  readonly city?: unknown;
  readonly state?: unknown;
  readonly postal_code?: unknown;
  readonly country?: unknown;
  readonly phone_number?: unknown;
}

export interface Expiration {
  readonly month: number;
  readonly year: number;
}

/** What is kept of a card: all that its number and security code tell, without them. */
export type CardFacts = Omit<
  Card,
  'id' | 'accountId' | 'livemode' | 'version' | 'customerId' | 'attachedAt' | 'deleted' | 'fingerprint' | 'createdAt'
>;

const MONTH = /^[0-9]{1,2}$/;
const YEAR = /^([0-9]{2}|[0-9]{4})$/;
const SECURITY_CODE = /^[0-9]{3,4}$/;
const COUNTRY = /^[a-z]{2}$/i;
const CENTURY = 2000;

/** Everything that is wrong with a card, one sentence each, or its number and what is kept of it (docs/fidelity.md T3, T4). */
export function checkCardRequest(request: CardRequest, now: Date): { problems: string[] } | { number: string; facts: CardFacts } {
  const expiration = checkExpiration(request, now);
  const number = normalizeCardNumber(request.number);
  const code = textOf(request.security_code);
  const problems = [
    ...('problems' in expiration ? expiration.problems : []),
    ...numberProblems(request.number, number),
    ...(code === null || SECURITY_CODE.test(code) ? [] : ['security code is invalid']),
    ...(textOf(request.name) === null ? ["name can't be blank"] : []),
    ...textProblems(request),
  ];
  if ('problems' in expiration || number === undefined || problems.length > 0) return { problems };
  return { number, facts: factsOf(request, number, expiration, code !== null) };
}

/**
 * Everything that is wrong with a date of expiry, or the date. A part that is not sent stays what it is at `present`, if there is one.
 * A card is good to the end of its month, in UTC (docs/fidelity.md T5).
 */
export function checkExpiration(request: ExpirationRequest, now: Date, present?: Expiration): { problems: string[] } | Expiration {
  const monthText = textOf(request.expiration_month) ?? present?.month.toString();
  const yearText = textOf(request.expiration_year)?.padStart(2, '0') ?? present?.year.toString();
  const month = monthText !== undefined && MONTH.test(monthText) ? Number(monthText) : 0;
  const year = yearText !== undefined && YEAR.test(yearText) ? Number(yearText) : undefined;
  const problems: string[] = [];
  if (monthText === undefined) problems.push("expiration month can't be blank");
  else if (month < 1 || month > 12) problems.push('expiration month is not between 1 and 12');
  if (yearText === undefined) problems.push("expiration year can't be blank");
  else if (year === undefined) problems.push('expiration year is invalid');
  if (problems.length > 0 || year === undefined) return { problems };
  const fullYear = year < 100 ? CENTURY + year : year;
  return Date.UTC(fullYear, month) > now.getTime() ? { month, year: fullYear } : { problems: ['expiration date cannot be in the past'] };
}

/** What is wrong with the texts that are sent; those that are missing or empty are not looked at. */
export function textProblems(request: CardTexts): string[] {
  const country = textOf(request.country);
  return country !== null && !COUNTRY.test(country) ? ['country is invalid'] : [];
}

/** The text of a parameter without the spaces around it, null when that is nothing. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null;
}

function numberProblems(sent: unknown, number: string | undefined): string[] {
  if (textOf(sent) === null) return ["number can't be blank"];
  const problems = number === undefined || !isCardNumber(number) ? ['number is invalid'] : [];
  return number !== undefined && brandOf(number) === undefined ? [...problems, 'brand not supported (unknown)'] : problems;
}

function factsOf(request: CardRequest, number: string, { month, year }: Expiration, hasCode: boolean): CardFacts {
  const { bank, financing, country } = issuerOf(number);
  const outcome = outcomeOf(number);
  return {
    name: textOf(request.name) ?? '',
    brand: brandOf(number) ?? '',
    bank,
    financing,
    country: textOf(request.country)?.toLowerCase() ?? country,
    firstDigits: number.slice(0, 6),
    lastDigits: number.slice(-4),
    expirationMonth: month,
    expirationYear: year,
    securityCodeCheck: hasCode && outcome !== 'invalid_security_code',
    outcome,
    street1: textOf(request.street1),
    street2: textOf(request.street2),
    city: textOf(request.city),
    state: textOf(request.state),
    postalCode: textOf(request.postal_code),
    phoneNumber: textOf(request.phone_number),
  };
}
