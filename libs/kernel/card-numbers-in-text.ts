import { percentDecoded } from './percent-encoding.js';
import { isCardNumber, MAX_CARD_NUMBER_LENGTH, MIN_CARD_NUMBER_LENGTH, passesLuhn } from './card-number.js';

const MASK = '[card number]';

/** The most characters between two digits of a card number. */
const MAX_BETWEEN = 8;
/** Digits with no letter and no quote of JSON between them. */
const DIGIT_RUNS = new RegExp(`[0-9](?:[^\\p{L}\\p{N}"]{0,${MAX_BETWEEN}}[0-9]){12,}`, 'gu');
/** With a letter: one of digits alone could hide a card number. */
const UUID = /(?<![0-9a-z])(?=[0-9-]*[a-f])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/gi;
/**
 * A SHA-256 digest or an HMAC by it, in hex of one case. Its letters are as many as those of random bytes at
 * the least: digits beside a few letters could hide a card number.
 */
const DIGEST =
  /(?<![0-9a-z])(?:(?=(?:[0-9]*[a-f]){8})[0-9a-f]{64}|(?=(?:[0-9]*[A-F]){8})[0-9A-F]{64})(?![0-9a-z])/g;
const LONGEST_HEX = 64;

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
const NOT_ASCII = /[\u0080-\uffff]/;
/** Digits of other scripts, such as Arabic ones. */
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
const DIGIT = /\p{Nd}/u;
/** The most levels of percent-encoding that are decoded. */
const MAX_ENCODINGS = 3;

/**
 * Two or more ISO dates, which may look like a card number together. No brand's numbers begin with 19 or 20.
 */
const DATE = '(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const DATES = new RegExp(`^${DATE}(?:[\\s,/]{1,3}${DATE})+$`);
/** A date or a time of day, whose digits and those beside them may look like a card number. */
const DATE_OR_TIME = new RegExp(
  `(?<![0-9])${DATE}(?![0-9])|(?<![0-9:])(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?![0-9:])`,
);

/**
 * Among more digits than this there is always something that looks like a card number, and looking takes
 * long.
 */
const MAX_SEARCHED_DIGITS = 64;

/** Masks every possible card number in an error message or a log line (docs/fidelity.md T9). */
export function withoutCardNumbers(text: string): string {
  let masked = withoutUnencoded(text);
  let decoded = masked;
  // A text with an encoded card number is masked in its decoded form.
  for (let count = 0; count < MAX_ENCODINGS && decoded.includes('%'); count += 1) {
    const encoded = percentDecoded(decoded);
    decoded = withoutUnencoded(encoded);
    if (decoded !== encoded) masked = decoded;
  }
  return masked;
}

/** True if {@link withoutCardNumbers} would mask something. */
export function holdsCardNumber(text: string): boolean {
  return withoutCardNumbers(text) !== text;
}

function withoutUnencoded(text: string): string {
  // Full-width digits and those of other scripts are digits too.
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKC').replaceAll(OTHER_DIGITS, asciiDigit) : text;
  const masked = withoutPlain(withoutEscaped(plain));
  return masked === plain ? text : masked;
}

function withoutPlain(text: string): string {
  return text.replaceAll(DIGIT_RUNS, (run, offset: number) => {
    if (isInHex(text, offset, run.length)) return run;
    const masked = run.replaceAll(LONG_NUMBERS, (found) =>
      !DATES.test(found) && mayHoldCardNumber(found.replaceAll(/[^0-9]/g, '')) ? MASK : found,
    );
    return masked === run && run.split(DATE_OR_TIME).some(isCardNumberInGroups) ? MASK : masked;
  });
}

/** True if digits are a part of a UUID or a digest, and go on nowhere outside it. */
function isInHex(text: string, start: number, length: number): boolean {
  if (length > LONGEST_HEX) return false;
  const from = Math.max(0, start - LONGEST_HEX);
  const around = text.slice(from, start + length + LONGEST_HEX);
  return [...around.matchAll(UUID), ...around.matchAll(DIGEST)].some(
    ({ index, 0: hex }) => from + index <= start && start + length <= from + index + hex.length,
  );
}

/**
 * True if groups of digits one after the other are a card number. Addresses with ports and lists of amounts
 * have other groups.
 */
function isCardNumberInGroups(run: string): boolean {
  const groups = run.match(/[0-9]+/g) ?? [];
  if (groups.join('').length > MAX_SEARCHED_DIGITS) return true;
  return groups.some((_, start) => {
    let digits = '';
    return groups.slice(start).some((group) => {
      digits += group;
      return isCardNumber(digits);
    });
  });
}

/** The digits of a script have consecutive codes. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
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
  const between = `(?:[^\\p{L}\\p{N}\\\\"]|${backslashes}(?:[bfnrtv/]|[uU](?!${code})[0-9a-fA-F]{4}))`;
  return new RegExp(`${digit}(?:${between}{0,${MAX_BETWEEN}}${digit}){12,}`, 'gu');
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
