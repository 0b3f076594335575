/** Headers by their names, as they can be stored and shown. */
export type KeptHeaders = Readonly<Record<string, string | readonly string[]>>;

/** Limits of the stored headers of requests and answers. */
const MAX_HEADERS = 50;
const MAX_VALUES = 10;
const MAX_VALUE_LENGTH = 1_000;

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]);
const MASKED = '[masked]';

/**
 * The first headers, shortened, without characters that PostgreSQL cannot store. Cookies and credentials are
 * masked, and other values are as `safe` returns them.
 */
export function keptHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  safe: (value: string) => string = (value) => value,
): KeptHeaders {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[storable(name), keptValue(name, value, safe)]],
  );
  return Object.fromEntries(kept.slice(0, MAX_HEADERS)) as KeptHeaders;
}

/** A text that PostgreSQL can store: without NUL and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function keptValue(
  name: string,
  value: string | readonly string[],
  safe: (value: string) => string,
): string | string[] {
  if (typeof value !== 'string')
    return value.slice(0, MAX_VALUES).map((one) => keptValue(name, one, safe) as string);
  return SECRET_HEADERS.has(name.toLowerCase())
    ? MASKED
    : safe(storable(value)).slice(0, MAX_VALUE_LENGTH).toWellFormed();
}
