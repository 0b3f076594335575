/**
 * Parses at most 16 digits of JSON, a form or a query. Returns `undefined` if invalid or outside `min` to
 * `max`, both inclusive.
 */
export function parseWholeNumber(value: unknown, min: number, max: number): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const number = Number(text);
  return /^\d{1,16}$/.test(text) && number >= min && number <= max ? number : undefined;
}
