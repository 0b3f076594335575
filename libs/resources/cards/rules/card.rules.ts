import { isUnset, numberToText } from '#kernel/values.js';
import { brandOf, isCardNumber, normalizeCardNumber, type Brand } from '#kernel/card-number.js';
import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import type { Card } from './card.js';
import { issuerOf } from './issuers.js';
import { outcomeOf } from './test-cards.js';

/** A card as the caller sent it, not validated. */
export interface CardRequest extends CardTexts, ExpirationRequest {
  readonly number?: unknown;
  readonly security_code?: unknown;
  readonly email?: unknown;
}

export interface ExpirationRequest {
  readonly expiration_month?: unknown;
  readonly expiration_year?: unknown;
}

const CARD_TEXTS = [
  'name',
  'street1',
  'street2',
  'city',
  'state',
  'postal_code',
  'country',
  'phone_number',
] as const;

type CardText = (typeof CARD_TEXTS)[number];

/** The texts of a card, which an update of a saved card can change. */
export type CardTexts = Readonly<Partial<Record<CardText, unknown>>>;

/** The last month in which a card is good. */
export interface Expiration {
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

/** The stored facts of a card: everything derived from its number and security code, without them. */
export type CardFacts = Omit<
  Card,
  | 'id'
  | 'accountId'
  | 'livemode'
  | 'version'
  | 'customerId'
  | 'attachedAt'
  | 'deleted'
  | 'fingerprint'
  | 'createdAt'
>;

/** The most characters of a card's name and of each part of its address (docs/fidelity.md T5). */
const MAX_TEXT_LENGTH = 255;

const MONTH = /^[0-9]{1,2}$/;
const YEAR = /^(?:[0-9]{2}|[0-9]{4})$/;
const CENTURY = 2000;
const SECURITY_CODE = /^[0-9]{3,4}$/;
const COUNTRY = /^[a-z]{2}$/i;
const FIRST_DIGITS = 6;
const LAST_DIGITS = 4;

/** First words of the problems, in the recorded order. Other problems follow. */
const ORDER = ['expiration month', 'name', 'expiration year', 'expiration date', 'number', 'brand'];

/** Returns all problems of a card, or its number and stored facts (docs/fidelity.md T4, T5). */
export function checkCardRequest(
  request: CardRequest,
  now: Date,
): { problems: string[] } | { number: string; facts: CardFacts } {
  const expiration = checkExpiration(request, now);
  const number = checkNumber(request.number);
  const code = request.security_code;
  const problems = [
    ...('problems' in expiration ? expiration.problems : []),
    ...('problems' in number ? number.problems : []),
    ...(isMissing(code) || SECURITY_CODE.test(textOf(code) ?? '') ? [] : ['security code is invalid']),
    ...(isMissing(request.name) ? ["name can't be blank"] : []),
    ...textProblems(request),
  ];
  if ('problems' in expiration || 'problems' in number || problems.length > 0)
    return { problems: inOrder(problems) };
  return { number: number.value, facts: factsOf(request, number, expiration) };
}

/**
 * Everything that is wrong with a date of expiry, or the date. A part that is not sent stays what it is in
 * `present`, if that is given. A card is good to the end of its month, in UTC (docs/fidelity.md T4).
 */
export function checkExpiration(
  request: ExpirationRequest,
  now: Date,
  present?: Expiration,
): { problems: string[] } | Expiration {
  const sentMonth = isMissing(request.expiration_month) ? present?.month : request.expiration_month;
  const sentYear = isMissing(request.expiration_year) ? present?.year : request.expiration_year;
  const month = readMonth(sentMonth);
  const year = readYear(sentYear);
  if (month === undefined || year === undefined) {
    const problems = [
      ...(month === undefined ? monthProblems(sentMonth) : []),
      ...(year === undefined ? yearProblems(sentYear) : []),
    ];
    return { problems: inOrder(problems) };
  }
  return Date.UTC(year, month) > now.getTime()
    ? { month, year }
    : { problems: ['expiration date cannot be in the past'] };
}

/** Missing and empty texts are skipped. */
export function textProblems(texts: CardTexts): string[] {
  return CARD_TEXTS.flatMap((key) => textProblem(key, texts[key]) ?? []);
}

/** A text or JSON number as trimmed text; null if empty or of another type. */
export function textOf(value: unknown): string | null {
  const text = numberToText(value);
  return typeof text === 'string' ? text.trim() || null : null;
}

function textProblem(key: CardText, value: unknown): string | undefined {
  if (isMissing(value)) return undefined;
  const name = key.replaceAll('_', ' ');
  const text = textOf(value);
  if (text === null) return `${name} is invalid`;
  if (text.length > MAX_TEXT_LENGTH) return `${name} is too long (maximum is ${MAX_TEXT_LENGTH} characters)`;
  // A card number in the wrong field would be kept (docs/fidelity.md T9).
  return holdsCardNumber(text) || (key === 'country' && !COUNTRY.test(text))
    ? `${name} is invalid`
    : undefined;
}

/** As good as missing (docs/fidelity.md H3). */
export function isMissing(value: unknown): boolean {
  return isUnset(value) || (typeof value === 'string' && value.trim() === '');
}

function checkNumber(sent: unknown): { problems: string[] } | { value: string; brand: Brand } {
  const value = normalizeCardNumber(sent) ?? '';
  const brand = brandOf(value);
  if (brand && isCardNumber(value)) return { value, brand };
  const problem = isMissing(sent) ? "number can't be blank" : 'number is invalid';
  return { problems: brand ? [problem] : [problem, 'brand not supported (unknown)'] };
}

function readMonth(value: unknown): number | undefined {
  const text = textOf(value) ?? '';
  return MONTH.test(text) && Number(text) >= 1 && Number(text) <= 12 ? Number(text) : undefined;
}

function readYear(value: unknown): number | undefined {
  const text = textOf(value) ?? '';
  if (!YEAR.test(text)) return undefined;
  return text.length === 2 ? CENTURY + Number(text) : Number(text);
}

function monthProblems(sent: unknown): string[] {
  const range = 'expiration month is not between 1 and 12';
  return isMissing(sent) ? ["expiration month can't be blank", range] : [range, 'expiration date is invalid'];
}

function yearProblems(sent: unknown): string[] {
  return isMissing(sent) ? ["expiration year can't be blank"] : ['expiration year is invalid'];
}

/** The problems of a card in the order in which they are recorded. */
export function inOrder(problems: readonly string[]): string[] {
  const rank = (problem: string): number => {
    const index = ORDER.findIndex((start) => problem.startsWith(start));
    return index === -1 ? ORDER.length : index;
  };
  return problems.toSorted((a, b) => rank(a) - rank(b));
}

function factsOf(
  request: CardRequest,
  { value, brand }: { value: string; brand: Brand },
  { month, year }: Expiration,
): CardFacts {
  const { bank, financing, country } = issuerOf(value);
  const outcome = outcomeOf(value);
  return {
    name: textOf(request.name) ?? '',
    brand,
    bank,
    financing,
    country: textOf(request.country)?.toLowerCase() ?? country,
    firstDigits: value.slice(0, FIRST_DIGITS),
    lastDigits: value.slice(-LAST_DIGITS),
    expirationMonth: month,
    expirationYear: year,
    securityCodeCheck: !isMissing(request.security_code) && outcome !== 'invalid_security_code',
    tokenizationMethod: null,
    outcome,
    street1: textOf(request.street1),
    street2: textOf(request.street2),
    city: textOf(request.city),
    state: textOf(request.state),
    postalCode: textOf(request.postal_code),
    phoneNumber: textOf(request.phone_number),
    hasEmail: textOf(request.email) !== null,
  };
}
