import { throwProblems } from './errors.js';
import { isoSeconds, parseDateTime, SECOND_MS, type Timestamp } from './time.js';
import { parseWholeNumber } from './whole-number.js';

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const ORDERS = ['chronological', 'reverse_chronological'] as const;
const EPOCH = new Date(0);

export type ListOrder = (typeof ORDERS)[number];

/** Which page of a list is wanted. `from` and `to` are inclusive, to the second. */
export interface ListQuery {
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
  readonly offset: number;
  readonly order: ListOrder;
  /** When the request came, in the account's time. */
  readonly now: Date;
}

/** The list object, keys in the order of docs/fidelity.md L1. */
export interface ListView<T> {
  object: 'list';
  data: T[];
  /** @example 20 */
  limit: number;
  /** @example 0 */
  offset: number;
  /**
   * The total number of objects, over all pages.
   * @example 1
   */
  total: number;
  /** @example "/charges" */
  location: string;
  order: ListOrder;
  from: Timestamp;
  to: Timestamp;
}

/**
 * Reads the list parameters (docs/fidelity.md L2); `to` is the time of the request unless given. Throws
 * `bad_request`.
 */
export function parseListQuery(params: Readonly<Record<string, unknown>>, now: Date): ListQuery {
  const problems: string[] = [];
  const read = <T>(
    name: string,
    parse: (value: unknown) => T | undefined,
    fallback: T,
    expected: string,
  ): T => {
    const value = params[name];
    if (value === undefined || value === null || value === '') return fallback;
    const parsed = parse(value);
    if (parsed === undefined) problems.push(`${name} must be ${expected}`);
    return parsed ?? fallback;
  };
  const dateTime = 'an ISO 8601 datetime such as 2026-01-31T00:00:00Z';
  const query = {
    from: read('from', parseDateTime, EPOCH, dateTime),
    to: read('to', parseDateTime, now, dateTime),
    limit: read(
      'limit',
      (limit) => parseWholeNumber(limit, 1, MAX_LIMIT),
      DEFAULT_LIMIT,
      `a whole number from 1 to ${MAX_LIMIT}`,
    ),
    offset: read(
      'offset',
      (offset) => parseWholeNumber(offset, 0, Number.MAX_SAFE_INTEGER),
      0,
      'a whole number, 0 or more',
    ),
    order: read('order', parseOrder, 'chronological', ORDERS.join(' or ')),
    now,
  };
  throwProblems('bad_request', problems);
  return query;
}

/** One page as the API sends it. `total` counts every match, not only this page. */
export function listView<T>(data: T[], total: number, location: string, query: ListQuery): ListView<T> {
  return {
    object: 'list',
    data,
    limit: query.limit,
    offset: query.offset,
    total,
    location,
    order: query.order,
    from: isoSeconds(query.from),
    to: isoSeconds(query.to),
  };
}

/** A list inside another object: its first page, as of `now`, of `total` in all. */
export function embeddedList<T>(data: T[], total: number, location: string, now: Date): ListView<T> {
  const query: ListQuery = {
    from: EPOCH,
    to: now,
    limit: DEFAULT_LIMIT,
    offset: 0,
    order: 'chronological',
    now,
  };
  return listView(data.slice(0, DEFAULT_LIMIT), total, location, query);
}

/** The end of the second that contains `time`, exclusive: turns an inclusive `to` into an exclusive one. */
export function endOfSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS);
}

function parseOrder(value: unknown): ListOrder | undefined {
  return ORDERS.find((order) => order === value);
}
