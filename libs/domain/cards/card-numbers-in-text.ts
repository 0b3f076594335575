import { isCardNumber, MAX_CARD_NUMBER_LENGTH, MIN_CARD_NUMBER_LENGTH, passesLuhn } from './card-number.js';

const MASK = '[card number]';

/**
 * Digits as people write a long number: with up to three spaces, line breaks, dashes and the like between two
 * of them.
 */
const LONG_NUMBERS = /[0-9](?:[\s\p{Cc}\p{Pd}\p{Cf}._,/]{0,3}[0-9]){12,}/gu;

/**
 * The same in the text of a JSON document, where a line break is `\n`, and any character may be `\u` and its
 * code.
 */
const LONG_NUMBERS_IN_JSON = longNumbersInJson();
const CODES = /\\+u([0-9a-f]{4})/gi;
const SHORT_ESCAPES = /\\+[bfnrtv/]/g;

/**
 * Two or more ISO dates, which may look like a card number together. No brand's numbers begin with 19 or 20.
 */
const DATE = '(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const DATES = new RegExp(`^${DATE}(?:[\\s,/]{1,3}${DATE})+$`);

/**
 * Among more digits than this there is always something that looks like a card number, and looking takes
 * long.
 */
const MAX_SEARCHED_DIGITS = 64;

/** Masks every possible card number in an error message or a log line (docs/fidelity.md T9). */
export function withoutCardNumbers(text: string): string {
  // Full-width digits and the like are digits too.
  const plain = text.normalize('NFKC');
  const masked = withoutPlain(withoutEscaped(plain));
  return masked === plain ? text : masked;
}

/** True if {@link withoutCardNumbers} would mask something. */
export function holdsCardNumber(text: string): boolean {
  return withoutCardNumbers(text) !== text;
}

function withoutPlain(text: string): string {
  return text.replaceAll(LONG_NUMBERS, (found) =>
    !DATES.test(found) && mayHoldCardNumber(found.replaceAll(/[^0-9]/g, '')) ? MASK : found,
  );
}

function withoutEscaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(LONG_NUMBERS_IN_JSON, (found) => {
    if (!found.includes('\\')) return found;
    const decoded = found
      .replaceAll(CODES, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll(SHORT_ESCAPES, ' ')
      .normalize('NFKC');
    return withoutPlain(decoded) === decoded ? found : MASK;
  });
}

/** A backslash may be escaped itself, in a document within a document. */
function longNumbersInJson(): RegExp {
  const code = '003[0-9]|[fF][fF]1[0-9]';
  const backslashes = '\\\\{1,8}';
  const digit = `(?:[0-9]|${backslashes}[uU](?:${code}))`;
  const between = `(?:[\\s\\p{Cc}\\p{Pd}\\p{Cf}._,/]|${backslashes}(?:[bfnrtv/]|[uU](?!${code})[0-9a-fA-F]{4}))`;
  return new RegExp(`${digit}(?:${between}{0,3}${digit}){12,}`, 'gu');
}

/**
 * A number of any brand, also one that is not supported; or one of a known brand with other digits around it.
 */
function mayHoldCardNumber(digits: string): boolean {
  if (digits.length > MAX_SEARCHED_DIGITS) return true;
  // No issuer's numbers begin with 0.
  if (digits.length <= MAX_CARD_NUMBER_LENGTH && !digits.startsWith('0') && passesLuhn(digits)) return true;
  for (let start = 0; start + MIN_CARD_NUMBER_LENGTH <= digits.length; start += 1) {
    for (
      let length = MIN_CARD_NUMBER_LENGTH;
      length <= MAX_CARD_NUMBER_LENGTH && start + length <= digits.length;
      length += 1
    ) {
      if (isCardNumber(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}
