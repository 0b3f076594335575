import { formatDuration, parseDuration } from '#kernel/duration.js';
import { failureCodesOf, type FailureCode } from '#kernel/failures.js';
import { objectOfId, type IdentifiedObject } from '#kernel/ids.js';
import { metadataProblem, type Metadata } from '#kernel/metadata.js';
import { DAY_MS, MINUTE_MS } from '#kernel/time.js';
import { WHOLE_NUMBER } from '#kernel/whole-number.js';
import { EVENT_KEYS } from '#engine/events/rules/event-keys.js';
import { readEffect } from '#engine/faults/rules/fault-effect.js';
import {
  FAULT_SUBJECTS,
  type FaultEffect,
  type FaultMatch,
  type FaultSubject,
  type FaultTerms,
} from '#engine/faults/rules/fault.js';
import { routeTemplate } from '#engine/faults/rules/fault-match.js';
import { PAYMENT_METHODS } from '#resources/payment-methods/rules/registry.js';

/** The parameters as sent, not validated. */
export interface FaultParams {
  readonly on?: unknown;
  readonly when?: unknown;
  readonly match?: unknown;
  readonly skip?: unknown;
  readonly times?: unknown;
  readonly probability?: unknown;
  readonly seed?: unknown;
  readonly ttl?: unknown;
  readonly must_fire?: unknown;
  readonly do?: unknown;
}

/** The most faults of a sandbox that are not over. */
export const MAX_FAULTS = 100;
/** The most calls that a fault passes by, and that it hits, unless it hits all. */
export const MAX_SKIP = 1_000_000;
export const MAX_TIMES = 1_000_000;
const DEFAULT_TTL_MS = 10 * MINUTE_MS;
const MAX_TTL_MS = 30 * DAY_MS;
const MAX_SEED_LENGTH = 64;
const NUMBER = new RegExp(`^${WHOLE_NUMBER}(?:\\.\\d+)?$`);
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

const MATCHED_BY: Readonly<Record<FaultSubject, readonly (keyof FaultMatch)[]>> = {
  api: ['route', 'method', 'key', 'object', 'source_type', 'amount', 'metadata'],
  payment: ['object', 'source_type', 'amount', 'metadata'],
  webhook: ['key', 'object', 'source_type', 'amount', 'metadata'],
};

/** Kinds of object that a match can name, by subject. */
const OBJECTS: Readonly<Record<FaultSubject, readonly IdentifiedObject[]>> = {
  api: [
    'charge',
    'source',
    'card',
    'token',
    'customer',
    'linked_account',
    'refund',
    'dispute',
    'document',
    'event',
    'transaction',
    'link',
    'checkout_session',
    'recipient',
    'transfer',
    'schedule',
    'occurrence',
    'chain',
  ],
  payment: ['charge', 'source', 'card', 'customer', 'linked_account', 'link', 'schedule'],
  webhook: [
    'event',
    'charge',
    'card',
    'customer',
    'dispute',
    'refund',
    'link',
    'recipient',
    'transfer',
    'schedule',
  ],
};
/**
 * Objects of payments that may wait for their customer. Linked accounts never wait, and cards only with 3-D
 * Secure.
 */
const SETTLED: readonly IdentifiedObject[] = ['source', 'card', 'customer'];

/** Parses a fault. If there are problems, the terms must not be used. */
export function readTerms(params: FaultParams): {
  readonly terms: FaultTerms;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const demand = (isRight: boolean, problem: string): void => void (isRight || problems.push(problem));
  const subject = FAULT_SUBJECTS.find((one) => one === params.on);
  demand(subject !== undefined, `on must be one of ${FAULT_SUBJECTS.join(', ')}`);
  const isAfter = params.when === 'after';
  demand(params.when === undefined || params.when === 'before' || isAfter, 'when must be before or after');
  demand(
    params.when === undefined || subject === 'api' || subject === undefined,
    'when requires a fault on api',
  );
  const { match, problems: matchProblems } = readMatch(subject ?? 'api', params.match);
  const effect = subject && readEffect(subject, params.do);
  if (effect && 'kind' in effect && effect.kind === 'settle')
    matchProblems.push(...settlementProblems(match));
  if (effect && 'kind' in effect && effect.kind === 'fail')
    matchProblems.push(...failureProblems(match, effect.code));
  const skip = numberOf(params.skip ?? 0);
  demand(Number.isInteger(skip) && skip >= 0 && skip <= MAX_SKIP, 'skip must be a whole number, 0 or more');
  const isAlways =
    params.times === 'always' ||
    (params.times === undefined && effect !== undefined && 'kind' in effect && effect.kind === 'rate_limit');
  const times = isAlways ? null : numberOf(params.times ?? 1);
  demand(
    times === null || (Number.isInteger(times) && times >= 1 && times <= MAX_TIMES),
    'times must be a whole number, 1 or more, or always',
  );
  const probability = numberOf(params.probability ?? 1);
  demand(probability >= 0 && probability <= 1, 'probability must be a number from 0 to 1');
  const seed = typeof params.seed === 'number' ? String(params.seed) : params.seed;
  const isSeed =
    seed === undefined || (typeof seed === 'string' && seed !== '' && seed.length <= MAX_SEED_LENGTH);
  demand(isSeed, `seed must be at most ${MAX_SEED_LENGTH} characters`);
  const ttlMs = params.ttl === undefined ? DEFAULT_TTL_MS : parseDuration(params.ttl);
  demand(
    ttlMs !== undefined && ttlMs > 0 && ttlMs <= MAX_TTL_MS,
    `ttl must be a duration of at most ${formatDuration(MAX_TTL_MS)}, such as 10m`,
  );
  problems.push(...matchProblems, ...(effect && 'problem' in effect ? [effect.problem] : []));
  return {
    terms: {
      subject: subject ?? 'api',
      side: isAfter ? 'after' : 'before',
      match,
      skip,
      times,
      probability,
      ttlMs: ttlMs ?? 0,
      seed: seed as string | undefined,
      mustFire: params.must_fire === true,
      effect: effect as FaultEffect,
    },
    problems,
  };
}

export function readMatch(subject: FaultSubject, params: unknown): { match: FaultMatch; problems: string[] } {
  const known = MATCHED_BY[subject];
  if (params === undefined) return { match: {}, problems: [] };
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    return { match: {}, problems: [`match must be an object with ${known.join(', ')}`] };
  const match: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(params as Record<string, unknown>)) {
    const read = known.includes(name as keyof FaultMatch)
      ? MATCH_READERS[name as keyof FaultMatch]
      : undefined;
    const result = read
      ? read(value, subject)
      : {
          problem: `match has an unknown field ${name} for a fault on ${subject}; known fields: ${known.join(', ')}`,
        };
    if ('problem' in result) problems.push(result.problem);
    else match[name] = result.value;
  }
  return { match, problems };
}

const SOURCE_TYPES = PAYMENT_METHODS.map(({ type }) => type);

type ReadValue = { readonly value: string | number | Metadata } | { readonly problem: string };

const MATCH_READERS: Readonly<
  Record<keyof FaultMatch, (value: unknown, subject: FaultSubject) => ReadValue>
> = {
  route: readRoute,
  method: (value) => {
    const method = String(value).toUpperCase();
    return METHODS.includes(method)
      ? { value: method }
      : { problem: `match[method] must be one of ${METHODS.join(', ')}` };
  },
  key: (value, subject) => {
    if (subject === 'webhook') return readChoice('key', value, EVENT_KEYS);
    return value === 'public' || value === 'secret'
      ? { value }
      : { problem: 'match[key] must be public or secret' };
  },
  object: (value, subject) => readObject(value, OBJECTS[subject]),
  source_type: (value) => readChoice('source_type', value, SOURCE_TYPES),
  amount: (value) => {
    const amount = numberOf(value);
    return Number.isSafeInteger(amount)
      ? { value: amount }
      : { problem: 'match[amount] must be a whole number' };
  },
  metadata: (value) => {
    const problem = metadataProblem(value);
    return problem === undefined ? { value: value as Metadata } : { problem: `match[metadata]: ${problem}` };
  },
};

function readRoute(value: unknown): ReadValue {
  const [, method = '', path = ''] = /^([A-Za-z]+) (\/\S{0,200})$/.exec(String(value)) ?? [];
  return METHODS.includes(method.toUpperCase())
    ? { value: routeTemplate(method, path) }
    : { problem: 'match[route] must be a method and a path, such as POST /charges or GET /charges/{id}' };
}

function readChoice(name: string, value: unknown, choices: readonly string[]): ReadValue {
  const known = choices.find((choice) => choice === value);
  return known === undefined
    ? { problem: `match[${name}] must be one of ${choices.join(', ')}` }
    : { value: known };
}

function readObject(value: unknown, objects: readonly IdentifiedObject[]): ReadValue {
  const object = typeof value === 'string' ? objectOfId(value) : undefined;
  return object && objects.includes(object)
    ? { value: value as string }
    : { problem: `match[object] must be the id of one of these objects: ${objects.join(', ')}` };
}

/** `do[settle]` needs payments that may wait for their customer. */
function settlementProblems({ object }: FaultMatch): string[] {
  if (object === undefined || SETTLED.includes(objectOfId(object) ?? 'account')) return [];
  return [`match[object] must be the id of one of these objects for do[settle]: ${SETTLED.join(', ')}`];
}

/** Rejects a code with which the matched payments cannot fail. */
function failureProblems({ source_type: type, object }: FaultMatch, code: FailureCode): string[] {
  const isOnSource = type !== undefined || (object !== undefined && objectOfId(object) === 'source');
  const isOnCard = object !== undefined && objectOfId(object) === 'card';
  const possible = isOnSource
    ? failureCodesOf({ cardId: null })
    : isOnCard
      ? failureCodesOf({ cardId: object })
      : undefined;
  if (possible === undefined || possible.includes(code)) return [];
  return [
    `do[fail] must be one of these if match selects a ${isOnSource ? 'source' : 'card'}: ${possible.join(', ')}`,
  ];
}

/** Accepts JSON numbers and texts of a form; NaN if invalid. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value))
    ? Number(value)
    : Number.NaN;
}
