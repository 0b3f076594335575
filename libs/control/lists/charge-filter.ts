import { fail, throwProblems } from '#kernel/errors.js';
import { parseCurrency } from '#kernel/money.js';
import { parseDateTime } from '#kernel/time.js';
import { parseWholeNumber } from '#kernel/whole-number.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { parseText, parseTruth } from '#engine/long-poll/rules/long-poll.js';
import { CHARGE_SQL } from '#resources/charges/charge.sql.js';
import type { ObjectFilter } from './objects.queries.js';

const PARAMETERS = [
  'amount',
  'created',
  'currency',
  'customer',
  'disputed',
  'failure_code',
  'metadata',
  'refunded',
  'type',
] as const;
const MAX_METADATA = 10;

/** The conditions of a filter of charges. */
type ChargeFilter = Pick<ObjectFilter, 'conditions' | 'created' | 'indexed'>;

/** Reads the parameters of charges. `ofStatus` is the condition of the parameter `status`. Throws `bad_request`. */
export function parseChargeFilter(params: Params, ofStatus: Prisma.Sql | undefined): ChargeFilter {
  const [failureCode, type, customer, currencyText] = ['failure_code', 'type', 'customer', 'currency'].map(
    (name) => parseText(name, params[name]),
  );
  const currency =
    currencyText === undefined
      ? undefined
      : (parseCurrency(currencyText) ?? failOf('currency must be a currency such as THB'));
  const amount = amountSql(params['amount']);
  const flags = {
    disputed: parseTruth('disputed', params['disputed']),
    refunded: parseTruth('refunded', params['refunded']),
  };
  const ofFailure = failureCode === undefined ? undefined : Prisma.sql`charge.failure_code = ${failureCode}`;
  const ofCustomer = customer === undefined ? undefined : Prisma.sql`charge.customer_id = ${customer}`;
  const isDisputed =
    flags.disputed === undefined ? undefined : flagSql(flags.disputed, Prisma.raw(CHARGE_SQL.isDisputed));
  const isRefunded =
    flags.refunded === undefined ? undefined : flagSql(flags.refunded, Prisma.raw(CHARGE_SQL.isRefunded));
  const others = [
    ...(type === undefined ? [] : [Prisma.sql`${Prisma.raw(CHARGE_SQL.method)} = ${type}`]),
    ...(currency === undefined ? [] : [Prisma.sql`charge.currency = ${currency}`]),
    ...metadataSql(params['metadata']),
  ];
  const rare = [
    flags.disputed === true ? isDisputed : undefined,
    flags.refunded === true ? isRefunded : undefined,
    ofFailure,
    ofCustomer,
    ofStatus,
    amount,
  ];
  return {
    conditions: [...others, isDisputed, isRefunded, ofFailure, ofCustomer, ofStatus, amount].filter(
      (one) => one !== undefined,
    ),
    created: createdOf(params['created']),
    indexed: rare.find((one) => one !== undefined),
  };
}

/** Throws `bad_request` for a filter parameter of charges. */
export function rejectChargeFilter(params: Params): void {
  const sent = PARAMETERS.filter((name) => params[name] !== undefined && params[name] !== '');
  throwProblems('bad_request', sent.length === 0 ? [] : [`only charges are found by ${sent.join(', ')}`]);
}

function flagSql(is: boolean, condition: Prisma.Sql): Prisma.Sql {
  return is ? condition : Prisma.sql`NOT (${condition})`;
}

function amountSql(sent: unknown): Prisma.Sql | undefined {
  const { gte, lte } = boundsOf('amount', sent, ['gte', 'lte']);
  const bound = (name: string, value: unknown): number | undefined =>
    value === undefined
      ? undefined
      : (parseWholeNumber(value, 0, Number.MAX_SAFE_INTEGER) ??
        failOf(`amount[${name}] must be a whole number, in the smallest unit of the currency`));
  const [least, most] = [bound('gte', gte), bound('lte', lte)];
  if (least === undefined && most === undefined) return undefined;
  return Prisma.sql`charge.amount BETWEEN ${least ?? 0}::int8 AND ${most ?? Number.MAX_SAFE_INTEGER}::int8`;
}

function createdOf(sent: unknown): NonNullable<ObjectFilter['created']> {
  const { gte, lt } = boundsOf('created', sent, ['gte', 'lt']);
  const bound = (name: string, value: unknown): Date =>
    parseDateTime(value) ??
    failOf(`created[${name}] must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z`);
  return {
    ...(gte !== undefined && { gte: bound('gte', gte) }),
    ...(lt !== undefined && { lt: bound('lt', lt) }),
  };
}

function metadataSql(sent: unknown): Prisma.Sql[] {
  const pairs = Object.entries(partsOf('metadata', sent));
  if (pairs.length > MAX_METADATA) return failOf(`metadata must be at most ${MAX_METADATA} values`);
  return pairs.map(
    ([key, value]) => Prisma.sql`charge.metadata ->> ${key} = ${parseText(`metadata[${key}]`, value) ?? ''}`,
  );
}

/** Reads a parameter with these parts only. An empty part counts as not sent. */
function boundsOf<Name extends string>(
  parameter: string,
  sent: unknown,
  names: readonly Name[],
): { readonly [Each in Name]?: unknown } {
  const parts = Object.entries(partsOf(parameter, sent)).filter(([, value]) => value !== '');
  const unknown = parts.find(([name]) => !names.some((known) => known === name));
  if (unknown) return failOf(`${parameter} has no ${unknown[0]}; it has ${names.join(' and ')}`);
  return Object.fromEntries(parts) as { readonly [Each in Name]?: unknown };
}

function partsOf(parameter: string, sent: unknown): object {
  if (sent === undefined || sent === '') return {};
  const isParts = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  return isParts ? sent : failOf(`${parameter} must have its parts in brackets`);
}

function failOf(message: string): never {
  return fail('bad_request', message);
}
