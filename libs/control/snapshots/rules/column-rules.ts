import { parseCurrency } from '#kernel/money.js';
import { isIdOf, type IdentifiedObject } from '#kernel/ids.js';
import { metadataProblem } from '#kernel/metadata.js';
import { parseReturnUri } from '#kernel/http-url.js';
import { webhookUriProblem } from '#kernel/addresses.js';
import { LARGEST_AMOUNT } from '#resources/account/rules/account-limits.js';
import { MAX_DESCRIPTION_LENGTH } from '#resources/customers/rules/customer.rules.js';
import { LATEST_CLOCK } from '../../sandboxes/rules/sandbox.rules.js';

/**
 * Validates a value: the problem completes a sentence that starts with the column's name. `livemode` is that
 * of the row.
 */
export type ColumnRule = (value: unknown, livemode: boolean) => string | undefined;

/** Fits a column, and leaves room to be counted on. */
const MAX_COUNT = 1_000_000_000;
const DECIMAL = /^\d{1,4}(\.\d{1,6})?$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const boolean: ColumnRule = (value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false';
export const currency: ColumnRule = (value) =>
  parseCurrency(value) === value ? undefined : 'must be a currency';
export const decimal: ColumnRule = (value) =>
  typeof value === 'string' && DECIMAL.test(value) ? undefined : 'must be a decimal number in a string';
export const count: ColumnRule = (value) => integerProblem(value, 0, MAX_COUNT);
export const money: ColumnRule = (value) => integerProblem(value, 0, LARGEST_AMOUNT);
export const signedMoney: ColumnRule = (value) => integerProblem(value, -LARGEST_AMOUNT, LARGEST_AMOUNT);
export const object: ColumnRule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'must be an object';
export const webhookUri: ColumnRule = (value) => webhookUriProblem('', value)?.trim();
export const returnUri: ColumnRule = (value) =>
  parseReturnUri(value) ? undefined : 'must be the URL of a page or app';
export const time: ColumnRule = (value) =>
  typeof value === 'string' && ISO.test(value) && isTime(value)
    ? undefined
    : 'must be an ISO 8601 time with milliseconds and Z';

export const metadata: ColumnRule = (value) =>
  metadataProblem(value) === undefined ? undefined : 'must be a JSON object within the limits of metadata';
export const someTime = nullable(time);
export const short = nullable(text(255));
export const described = nullable(text(MAX_DESCRIPTION_LENGTH));
/** Columns that many tables have. */
export const own = { livemode: boolean, created_at: time };
export const versioned = { version: count, ...own };
export const amounts = { amount: money, currency, funding_amount: money, funding_currency: currency };

export function integer(min: number, max: number): ColumnRule {
  return (value) => integerProblem(value, min, max);
}

export function text(maxLength: number): ColumnRule {
  return (value) =>
    typeof value === 'string' && value.length <= maxLength
      ? undefined
      : `must be a string of at most ${maxLength} characters`;
}

export function pattern(shape: RegExp, expected: string): ColumnRule {
  return (value) => (typeof value === 'string' && shape.test(value) ? undefined : `must be ${expected}`);
}

export function oneOf(choices: readonly unknown[]): ColumnRule {
  return (value) => (choices.includes(value) ? undefined : `must be one of ${choices.join(', ')}`);
}

export function idOf(...objects: readonly IdentifiedObject[]): ColumnRule {
  return (value, livemode) =>
    typeof value === 'string' && objects.some((one) => isIdOf(one, livemode, value))
      ? undefined
      : 'must be the id of such an object in this mode';
}

export function nullable(rule: ColumnRule): ColumnRule {
  return (value, livemode) => (value === null ? undefined : rule(value, livemode));
}

export function listOf(rule: ColumnRule, max: number): ColumnRule {
  return (value, livemode) => {
    if (!Array.isArray(value) || value.length > max) return `must be a list of at most ${max} items`;
    return value.map((item) => rule(item, livemode)).find((problem) => problem !== undefined);
  };
}

function integerProblem(value: unknown, min: number, max: number): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
    ? undefined
    : `must be a whole number from ${min} to ${max}`;
}

/** JavaScript accepts 31 February, PostgreSQL does not. */
function isTime(text: string): boolean {
  const time = new Date(text);
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString() === text;
  return isReal && time.getTime() >= 0 && time <= new Date(LATEST_CLOCK.getTime() + 366 * 24 * 3_600_000);
}
