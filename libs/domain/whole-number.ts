/** Reads a whole number, from JSON, a form or a query: digits alone, at most 16. `undefined` when it is none, or not from `min` to `max`. */
export function parseWholeNumber(value: unknown, min: number, max: number): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const number = Number(text);
  return /^\d{1,16}$/.test(text) && number >= min && number <= max ? number : undefined;
}
