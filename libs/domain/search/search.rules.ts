import { fail } from '../errors.js';
import type { ListOrder } from '../list.js';
import { endOfDay, isBareDate, parseDateTime, SECOND_MS } from '../time.js';
import { isBlank, numberToText } from '../values.js';
import { parseWholeNumber } from '../whole-number.js';

const DEFAULT_PER_PAGE = 30;
const MAX_PER_PAGE = 100;
const MAX_QUERY_LENGTH = 1_000;
const MAX_FILTER_LENGTH = 255;
const RANGE = /^(.*?)\.\.(.*)$/;
const WHOLE_NUMBER = /^\d{1,15}$/;

/** What the values of a filter are: `true` or `false`, a text, a whole number or a range of them, a time or a range of them. */
export type FilterKind = 'flag' | 'text' | 'number' | 'time';

/** What a filter leaves over. A range has both its ends; `before` is the first moment after it. */
export type FilterValue =
  | { readonly kind: 'flag'; readonly is: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly from: number; readonly to: number }
  | { readonly kind: 'time'; readonly from: Date; readonly before: Date };

/** Which page of which objects is wanted. */
export interface SearchQuery {
  readonly query: string;
  /** By their names, as they were sent. */
  readonly filters: Readonly<Record<string, string>>;
  readonly order: ListOrder;
  readonly page: number;
  readonly perPage: number;
}

/** Reads all but the scope (docs/fidelity.md SE1). Throws `invalid_page`, `invalid_per_page`, `invalid_filter` and `bad_request`. */
export function readSearch(params: Readonly<Record<string, unknown>>): SearchQuery {
  const { filters, order, page, per_page: perPage } = params;
  const query = numberToText(params['query']);
  if (!isBlank(query) && (typeof query !== 'string' || query.length > MAX_QUERY_LENGTH))
    fail('bad_request', `query must be a text of at most ${MAX_QUERY_LENGTH} characters`);
  if (!isBlank(order) && order !== 'chronological' && order !== 'reverse_chronological')
    fail('bad_request', 'order must be chronological or reverse_chronological');
  return {
    query: isBlank(query) ? '' : (query as string),
    filters: readFilters(filters),
    order: isBlank(order) ? 'chronological' : (order as ListOrder),
    page: isBlank(page) ? 1 : (parseWholeNumber(page, 1, Number.MAX_SAFE_INTEGER / MAX_PER_PAGE) ?? fail('invalid_page')),
    perPage: isBlank(perPage) ? DEFAULT_PER_PAGE : (parseWholeNumber(perPage, 1, MAX_PER_PAGE) ?? fail('invalid_per_page')),
  };
}

/** What a filter's value says. Throws `invalid_filter`. */
export function readFilter(name: string, kind: FilterKind, value: string): FilterValue {
  return READERS[kind](value) ?? fail('invalid_filter', `invalid filters: ${name} must be ${EXPECTED[kind]}`);
}

const EXPECTED: Readonly<Record<FilterKind, string>> = {
  flag: 'true or false',
  text: 'a text',
  number: 'a whole number, or a range such as 1000..2000',
  time: 'a date, or a range such as 2026-01-01..2026-01-31',
};

const READERS: Readonly<Record<FilterKind, (value: string) => FilterValue | undefined>> = {
  flag: (value) => (['true', 'false', '1', '0'].includes(value) ? { kind: 'flag', is: value === 'true' || value === '1' } : undefined),
  text: (text) => ({ kind: 'text', text }),
  number: (value) => {
    const [from, to] = endsOf(value);
    const isRange = [from, to].every((end) => end === '' || WHOLE_NUMBER.test(end)) && from + to !== '';
    return isRange ? { kind: 'number', from: Number(from || 0), to: to === '' ? Number.MAX_SAFE_INTEGER : Number(to) } : undefined;
  },
  time: (value) => {
    const [from, to] = endsOf(value);
    const [first, last] = [from === '' ? new Date(0) : parseDateTime(from), to === '' ? LAST : parseDateTime(to)];
    if (!first || !last || from + to === '') return undefined;
    const end = isBareDate(to) ? endOfDay(last) : last;
    return { kind: 'time', from: first, before: new Date(Math.floor(end.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS) };
  },
};

/** The end of all times that are searched. */
const LAST = new Date('9999-12-31T23:59:59Z');

/** A single value is a range from it to itself. */
function endsOf(value: string): readonly [string, string] {
  const [, from, to] = RANGE.exec(value) ?? [undefined, value, value];
  return [(from ?? '').trim(), (to ?? '').trim()];
}

/** Values come as texts, and from JSON as they are; they are echoed as texts. */
function readFilters(filters: unknown): Record<string, string> {
  if (isBlank(filters)) return {};
  if (typeof filters !== 'object' || Array.isArray(filters)) return fail('invalid_filter');
  const entries = Object.entries(filters as object).map(([name, value]: [string, unknown]): [string, string] => {
    const isText = ['string', 'number', 'boolean'].includes(typeof value);
    const text = isText ? String(value) : '';
    return isText && text !== '' && text.length <= MAX_FILTER_LENGTH ? [name, text] : fail('invalid_filter');
  });
  return Object.fromEntries(entries);
}
