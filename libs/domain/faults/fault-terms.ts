import { formatDuration, parseDuration } from '../duration.js';
import { metadataProblem, type Metadata } from '../metadata.js';
import { DAY_MS, MINUTE_MS } from '../time.js';
import { readEffect } from './fault-effect.js';
import { FAULT_SUBJECTS, type FaultEffect, type FaultMatch, type FaultSubject, type FaultTerms } from './fault.js';
import { routeTemplate } from './fault-match.js';

/** What is asked for, as it was sent. */
export interface AskedFault {
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
const DEFAULT_TTL_MS = 10 * MINUTE_MS;
const MAX_TTL_MS = 30 * DAY_MS;
const MAX_SEED_LENGTH = 64;
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

/** What may be asked of the calls of each subject. */
const MATCHED_BY: Readonly<Record<FaultSubject, readonly (keyof FaultMatch)[]>> = {
  api: ['route', 'method', 'key', 'object', 'source_type', 'amount', 'metadata'],
  payment: ['object', 'source_type', 'amount', 'metadata'],
  webhook: ['key', 'object', 'source_type', 'amount', 'metadata'],
};

/** The terms that are asked for, and all that is wrong with them: if anything is, they are of no use. */
export function readTerms(asked: AskedFault): { readonly terms: FaultTerms; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const demand = (isRight: boolean, problem: string): void => void (isRight || problems.push(problem));
  const subject = FAULT_SUBJECTS.find((one) => one === asked.on);
  demand(subject !== undefined, `on must be one of ${FAULT_SUBJECTS.join(', ')}`);
  const isAfter = asked.when === 'after';
  demand(asked.when === undefined || asked.when === 'before' || isAfter, 'when must be before or after');
  demand(asked.when === undefined || subject === 'api' || subject === undefined, 'when is for a fault on api only');
  const { match, problems: matchProblems } = readMatch(subject ?? 'api', asked.match);
  const effect = subject && readEffect(subject, asked.do);
  const skip = numberOf(asked.skip ?? 0);
  demand(Number.isInteger(skip) && skip >= 0 && skip <= 1_000_000, 'skip must be a whole number from 0');
  const isAlways =
    asked.times === 'always' || (asked.times === undefined && effect !== undefined && 'kind' in effect && effect.kind === 'rate_limit');
  const times = isAlways ? null : numberOf(asked.times ?? 1);
  demand(times === null || (Number.isInteger(times) && times >= 1 && times <= 1_000_000), 'times must be a whole number from 1, or always');
  const probability = numberOf(asked.probability ?? 1);
  demand(probability >= 0 && probability <= 1, 'probability must be a number from 0 to 1');
  const seed = typeof asked.seed === 'number' ? String(asked.seed) : asked.seed;
  const isSeed = seed === undefined || (typeof seed === 'string' && seed !== '' && seed.length <= MAX_SEED_LENGTH);
  demand(isSeed, `seed must be at most ${MAX_SEED_LENGTH} characters`);
  const ttlMs = asked.ttl === undefined ? DEFAULT_TTL_MS : parseDuration(asked.ttl);
  demand(
    ttlMs !== undefined && ttlMs > 0 && ttlMs <= MAX_TTL_MS,
    `ttl must be a duration of at most ${formatDuration(MAX_TTL_MS)}, such as 10m`,
  );
  problems.push(...matchProblems, ...(effect && 'problem' in effect ? [effect.problem] : []));
  return {
    terms: {
      subject: subject ?? 'api',
      side: isAfter ? 'after' : 'before',
      ...{ match, skip, times, probability, ttlMs: ttlMs ?? 0 },
      seed: seed as string | undefined,
      mustFire: asked.must_fire === true,
      effect: effect as FaultEffect,
    },
    problems,
  };
}

function readMatch(subject: FaultSubject, asked: unknown): { match: FaultMatch; problems: string[] } {
  const known = MATCHED_BY[subject];
  if (asked === undefined) return { match: {}, problems: [] };
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked))
    return { match: {}, problems: [`match must be an object with ${known.join(', ')}`] };
  const match: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(asked as Record<string, unknown>)) {
    const read = known.includes(name as keyof FaultMatch) ? MATCH_READERS[name as keyof FaultMatch] : undefined;
    const result = read ? read(value, subject) : { problem: `match has no ${name} for a fault on ${subject}: only ${known.join(', ')}` };
    if ('problem' in result) problems.push(result.problem);
    else match[name] = result.value;
  }
  return { match, problems };
}

type ReadValue = { readonly value: string | number | Metadata } | { readonly problem: string };

const MATCH_READERS: Readonly<Record<keyof FaultMatch, (value: unknown, subject: FaultSubject) => ReadValue>> = {
  route: readRoute,
  method: (value) => {
    const method = String(value).toUpperCase();
    return METHODS.includes(method) ? { value: method } : { problem: `match[method] must be one of ${METHODS.join(', ')}` };
  },
  key: (value, subject) => {
    if (subject === 'webhook') return readText('key', value);
    return value === 'public' || value === 'secret' ? { value } : { problem: 'match[key] must be public or secret' };
  },
  object: (value) => readText('object', value),
  source_type: (value) => readText('source_type', value),
  amount: (value) => {
    const amount = numberOf(value);
    return Number.isSafeInteger(amount) ? { value: amount } : { problem: 'match[amount] must be a whole number' };
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

function readText(name: string, value: unknown): ReadValue {
  const isRight = typeof value === 'string' && value !== '' && value.length <= 100;
  return isRight ? { value } : { problem: `match[${name}] must be a text of at most 100 characters` };
}

/** From JSON or from a form; NaN when it is none. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) ? Number(value) : Number.NaN;
}
