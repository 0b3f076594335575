import { masked } from '#platform/logging/masking.js';
import type { Exchange } from './exchange.js';
import { matches, type Path } from './paths.js';

/** An ID, in an address or a sentence too. */
const ID = /\b([a-z][a-z0-9]{1,9}(?:_test)?)_[0-9a-z]{19,20}\b/g;
/** The code of a payment link, and other long codes in addresses. */
const CODE = /(?<=\/)[0-9A-Z]{16,}\b/g;
const PUBLIC_KEY = /\bpkey_[0-9a-z_]+/g;
/** Matches nothing. */
const NO_KEY = /(?!)/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;
/** Of another precision or zone: its digits become zeros. */
const OTHER_TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?/g;
const DATE = /\b\d{4}-\d\d-\d\d\b/g;
const ORIGIN = /\bhttps?:\/\/[^/\s"?#]+/g;
/** Origins that the catalogue sends, or that are the same everywhere. */
const SAME_ORIGIN = /\/\/(?:shop\.example|www\.omise\.co)$/;

/** Fields that differ from one account, or from one object, to the next. */
const FREE = [
  'acquirer_reference_number',
  'approval_code',
  'download_uri',
  'fingerprint',
  'ip',
  'reference_number_1',
  'reference_number_2',
  'webhook_deliveries',
].map((name) => `**.${name}`);

/**
 * The form of an answer in which two sides are compared and recorded. IDs are replaced by the name under
 * which they were saved, or numbered as they appear; times, dates, origins, keys, card numbers and free
 * values are replaced too.
 */
export function canonical(
  body: unknown,
  saved: ReadonlyMap<string, string>,
  { free = [], exact, keys = NO_KEY }: Pick<Exchange, 'free' | 'exact'> & { readonly keys?: RegExp } = {},
): unknown {
  const names = new Map<string, string>(saved);
  const counts = new Map<string, number>();
  const nameOf = (id: string, prefix: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    names.set(id, `<${prefix} ${count}>`);
    return nameOf(id, prefix);
  };
  const text = (value: string): string =>
    masked(
      value
        .replaceAll(keys, '<key>')
        .replaceAll(PUBLIC_KEY, '<key>')
        .replaceAll(ID, nameOf)
        .replaceAll(ORIGIN, (origin) => (SAME_ORIGIN.test(origin) ? origin : '<origin>'))
        .replaceAll(CODE, '<code>')
        .replaceAll(TIME, '<time>')
        .replaceAll(OTHER_TIME, (time) => time.replaceAll(/\d/g, '0'))
        .replaceAll(DATE, '<date>'),
    );
  const patterns = [...FREE, ...free];
  const walk = (value: unknown, path: Path): unknown => {
    if (patterns.some((pattern) => matches(pattern, path))) return shapeOf(value);
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]));
    if (typeof value !== 'object' || value === null) {
      if (exact && !exact.some((pattern) => matches(pattern, path))) return shapeOf(value);
      return typeof value === 'string' ? text(value) : value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [text(name), walk(part, [...path, name])]),
    );
  };
  return walk(body, []);
}

function shapeOf(value: unknown): string {
  if (value === null) return '<null>';
  return Array.isArray(value) ? '<list>' : `<${typeof value}>`;
}
