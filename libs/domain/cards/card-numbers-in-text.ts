import { isCardNumber, MAX_CARD_NUMBER_LENGTH, MIN_CARD_NUMBER_LENGTH, passesLuhn } from './card-number.js';

const MASK = '[card number]';

/** Digits as people write a long number: with up to three spaces, dashes and the like between two of them. */
const LONG_NUMBERS = /[0-9](?:[\s\p{Pd}\p{Cf}._,/]{0,3}[0-9]){12,}/gu;

/** Among more digits than this there is always something that looks like a card number, and looking takes long. */
const MAX_SEARCHED_DIGITS = 64;

/** The text with every card number that it may hold masked: what an error message or a log line may show (docs/fidelity.md T9). */
export function withoutCardNumbers(text: string): string {
  // Full-width digits and the like are digits too.
  const plain = text.normalize('NFKC');
  const masked = plain.replaceAll(LONG_NUMBERS, (found) => (mayHoldCardNumber(found.replaceAll(/[^0-9]/g, '')) ? MASK : found));
  return masked === plain ? text : masked;
}

/** Whether {@link withoutCardNumbers} would mask anything. */
export function holdsCardNumber(text: string): boolean {
  return withoutCardNumbers(text) !== text;
}

/** A number of any brand, also one that is not supported; or one of a known brand with other digits around it. */
function mayHoldCardNumber(digits: string): boolean {
  if (digits.length > MAX_SEARCHED_DIGITS) return true;
  // No issuer's numbers begin with 0.
  if (digits.length <= MAX_CARD_NUMBER_LENGTH && !digits.startsWith('0') && passesLuhn(digits)) return true;
  for (let start = 0; start + MIN_CARD_NUMBER_LENGTH <= digits.length; start += 1) {
    for (let length = MIN_CARD_NUMBER_LENGTH; length <= MAX_CARD_NUMBER_LENGTH && start + length <= digits.length; length += 1) {
      if (isCardNumber(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}
