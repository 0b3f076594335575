import { fail } from '#kernel/errors.js';
import type { ListOrder } from '#kernel/list.js';
import { isBlank, numberToText } from '#kernel/values.js';
import { parseWholeNumber } from '#kernel/whole-number.js';
import { readAmountRanges, type AmountRange } from './amount-ranges.js';
import { readTimeRange, type LocalTime } from './time-range.js';

const DEFAULT_PER_PAGE = 30;
const MAX_PER_PAGE = 100;
const MAX_QUERY_LENGTH = 1_000;
const MAX_FILTER_LENGTH = 255;
const RANGE = /^(.*?)\.\.(.*)$/;
const WHOLE_NUMBER = /^\d{1,15}$/;

/** The type of a filter's value: a boolean, a text, or one or a range of integers, amounts or times. */
export type FilterKind = 'flag' | 'text' | 'number' | 'amount' | 'time';

/** A parsed filter. A range has both ends; `before` is exclusive. */
export type FilterValue =
  | { readonly kind: 'flag'; readonly is: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly from: number; readonly to: number }
  | { readonly kind: 'amount'; readonly ranges: readonly AmountRange[] }
  | { readonly kind: 'time'; readonly from: Date; readonly before: Date };

export interface SearchQuery {
  readonly query: string;
  /** By their names, as they were sent. */
  readonly filters: Readonly<Record<string, string>>;
  readonly order: ListOrder;
  readonly page: number;
  readonly perPage: number;
}

/**
 * Reads all but the scope (docs/fidelity.md SE1). Throws `invalid_page`, `invalid_per_page`, `invalid_filter`
 * and `bad_request`.
 */
export function readSearch(params: Readonly<Record<string, unknown>>): SearchQuery {
  const { filters, order, page, per_page: perPage } = params;
  const query = numberToText(params['query']);
  if (!isBlank(query) && (typeof query !== 'string' || query.length > MAX_QUERY_LENGTH))
    fail('bad_request', `query must be a string of at most ${MAX_QUERY_LENGTH} characters`);
  if (!isBlank(order) && order !== 'chronological' && order !== 'reverse_chronological')
    fail('bad_request', 'order must be chronological or reverse_chronological');
  return {
    query: isBlank(query) ? '' : (query as string),
    filters: readFilters(filters),
    order: isBlank(order) ? 'chronological' : (order as ListOrder),
    page: isBlank(page)
      ? 1
      : (parseWholeNumber(page, 1, Number.MAX_SAFE_INTEGER / MAX_PER_PAGE) ?? fail('invalid_page')),
    perPage: isBlank(perPage)
      ? DEFAULT_PER_PAGE
      : (parseWholeNumber(perPage, 1, MAX_PER_PAGE) ?? fail('invalid_per_page')),
  };
}

/** Parses a filter's value in the account's local time. Throws `invalid_filter`. */
export function readFilter(name: string, kind: FilterKind, value: string, local: LocalTime): FilterValue {
  return (
    READERS[kind](value, local) ??
    fail('invalid_filter', `invalid filters: ${name} must be ${EXPECTED[kind]}`)
  );
}

const EXPECTED: Readonly<Record<FilterKind, string>> = {
  flag: 'true or false',
  text: 'a text',
  number: 'a whole number, or a range such as 3..6',
  amount: 'an amount in the main unit of its currency, such as 1000 or 4096.69, or a range such as 10..20.5',
  time: 'a date such as 2026-01-31, a range such as 2026-01-01..2026-01-31, or today, yesterday, this_week, last_week, this_month or last_month',
};

const FLAGS = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

const READERS: Readonly<Record<FilterKind, (value: string, local: LocalTime) => FilterValue | undefined>> = {
  flag: (value) => {
    const is = FLAGS.get(value.trim().toLowerCase());
    return is === undefined ? undefined : { kind: 'flag', is };
  },
  text: (text) => ({ kind: 'text', text }),
  number: (value) => {
    const [from, to] = endsOf(value);
    const isRange = [from, to].every((end) => end === '' || WHOLE_NUMBER.test(end)) && from + to !== '';
    return isRange
      ? { kind: 'number', from: Number(from || 0), to: to === '' ? Number.MAX_SAFE_INTEGER : Number(to) }
      : undefined;
  },
  amount: (value) => {
    const ranges = readAmountRanges(...endsOf(value));
    return ranges && { kind: 'amount', ranges };
  },
  time: (value, local) => {
    const range = readTimeRange(...endsOf(value), local);
    return range && { kind: 'time', ...range };
  },
};

/** A single value is a range from it to itself. */
function endsOf(value: string): readonly [string, string] {
  const [, from, to] = RANGE.exec(value) ?? [undefined, value, value];
  return [(from ?? '').trim(), (to ?? '').trim()];
}

/**
 * Values come as texts, and from JSON as they are; they are echoed as texts. Blank ones count as not sent.
 */
function readFilters(filters: unknown): Record<string, string> {
  if (isBlank(filters)) return {};
  if (typeof filters !== 'object' || Array.isArray(filters)) return fail('invalid_filter');
  const set = Object.entries(filters as Readonly<Record<string, unknown>>).filter(
    ([, value]) => !isBlank(value),
  );
  return Object.fromEntries(set.map(([name, value]) => [name, filterText(value)]));
}

function filterText(value: unknown): string {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
  return text !== undefined && text.length <= MAX_FILTER_LENGTH ? text : fail('invalid_filter');
}
