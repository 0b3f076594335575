import { numberToText } from '#kernel/values.js';
import { normalizeCardNumber } from '#kernel/card-number.js';
import { checkCardRequest, isMissing, type CardFacts } from './card.rules.js';
import { isTestCard } from './test-cards.js';
import { TOKENIZATION_METHODS, type TokenizationMethod } from './tokenization-methods.js';

/** A wallet's card as the caller sent it, not validated. */
export interface TokenizationRequest {
  readonly method?: unknown;
  readonly data?: unknown;
  readonly billing_name?: unknown;
  readonly billing_street1?: unknown;
  readonly billing_street2?: unknown;
  readonly billing_city?: unknown;
  readonly billing_state?: unknown;
  readonly billing_postal_code?: unknown;
  readonly billing_country?: unknown;
  readonly billing_phone_number?: unknown;
}

/** The test card that a wallet's data stands for unless it names another (docs/fidelity.md T12). */
const USUAL_CARD = '4242424242424242';
/** Years until a wallet's card expires. */
const GOOD_FOR_YEARS = 5;
const LAST_MONTH = 12;
/** Cardholder's name if the wallet sends none. */
const HOLDERS: Readonly<Record<TokenizationMethod, string>> = {
  googlepay: 'Google Pay',
  applepay: 'Apple Pay',
};

/**
 * Everything that is wrong with a wallet's card, one sentence each, or the number of the test card that it
 * stands for and what is kept of it. The data itself is read and forgotten: only a test card's number is
 * taken from it.
 */
export function checkTokenizationRequest(
  request: TokenizationRequest,
  now: Date,
): { problems: string[] } | { number: string; facts: CardFacts } {
  const method = TOKENIZATION_METHODS.find((known) => known === request.method);
  const number = testCardIn(request.data);
  const problems = [
    ...(method ? [] : [`tokenization method must be ${TOKENIZATION_METHODS.join(' or ')}`]),
    ...('problem' in number ? [number.problem] : []),
  ];
  if (!method || 'problem' in number) return { problems };
  const checked = checkCardRequest(
    {
      number: number.value,
      expiration_month: LAST_MONTH,
      expiration_year: now.getUTCFullYear() + GOOD_FOR_YEARS,
      name: isMissing(request.billing_name) ? HOLDERS[method] : request.billing_name,
      street1: request.billing_street1,
      street2: request.billing_street2,
      city: request.billing_city,
      state: request.billing_state,
      postal_code: request.billing_postal_code,
      country: request.billing_country,
      phone_number: request.billing_phone_number,
    },
    now,
  );
  if ('problems' in checked) return { problems: checked.problems.map((problem) => `billing ${problem}`) };
  return { number: checked.number, facts: { ...checked.facts, tokenizationMethod: method } };
}

/** The test card that the data names, or the usual one. */
function testCardIn(data: unknown): { value: string } | { problem: string } {
  if (isMissing(data)) return { problem: "tokenization data can't be blank" };
  const text = numberToText(data);
  if (typeof text !== 'string') return { problem: 'tokenization data must be a string' };
  const named = numberIn(text);
  if (named === undefined) return { value: USUAL_CARD };
  const number = normalizeCardNumber(named);
  return number !== undefined && isTestCard(number)
    ? { value: number }
    : { problem: 'tokenization data must name a test card as its number' };
}

/** The `number` of JSON data. Real wallets send JSON without one. */
function numberIn(data: string): unknown {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, 'number')
      ? (parsed as { number: unknown }).number
      : undefined;
  } catch {
    return undefined;
  }
}
