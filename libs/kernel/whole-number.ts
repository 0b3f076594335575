/** The digits of a whole number: without a plus sign, spaces or leading zeros (docs/fidelity.md E19). */
export const WHOLE_NUMBER = '(?:0|[1-9]\\d*)';
const TEXT = new RegExp(`^${WHOLE_NUMBER}$`);
const MAX_DIGITS = 16;

/**
 * Parses at most 16 digits of JSON, a form or a query. Returns `undefined` if invalid or outside `min` to
 * `max`, both inclusive.
 */
export function parseWholeNumber(value: unknown, min: number, max: number): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const number = Number(text);
  return text.length <= MAX_DIGITS && TEXT.test(text) && number >= min && number <= max ? number : undefined;
}
