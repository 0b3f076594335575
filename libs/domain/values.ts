/** Whether a parameter has no value: it was not sent, or sent empty. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether a value is an object with fields, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
