import { formatDuration, parseDuration } from '#kernel/duration.js';
import { ERRORS } from '#kernel/errors.js';
import { FAILURE_CODES, isFailureCode } from '#kernel/failures.js';
import type { JsonValue } from '#kernel/metadata.js';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import { parseWholeNumber } from '#kernel/whole-number.js';
import type {
  ApiEffect,
  EventPatch,
  FaultEffect,
  FaultSubject,
  PaymentEffect,
  WebhookEffect,
} from './fault.js';

/** An effect in the API: `{ "status": 503 }`. */
export type EffectParams = { readonly [name: string]: JsonValue };

/** The longest that an answer is delayed, in the machine's time. */
const MAX_ANSWER_DELAY_MS = MINUTE_MS;
/** The longest that a payment or a webhook is put off, in the account's time. */
const MAX_DELAY_MS = 365 * DAY_MS;
const MAX_COUNT = 100;
const MAX_MESSAGE_LENGTH = 500;
const MAX_RATE = 1_000_000;
const MAX_WHOLE_NUMBER = 999_999_999;
const MAX_PATCH_BYTES = 200 * 1024;

/** API error codes by status, and the default for other statuses. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'authentication_failure',
  404: 'not_found',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'service_unavailable',
};

type Read<Effect> = (params: EffectParams) => Effect | string;

/** Parsers of the effects of each subject, by name. They return a text for a problem. */
const READERS: Readonly<Record<FaultSubject, Readonly<Record<string, Read<FaultEffect>>>>> = {
  api: {
    status: readStatus,
    delay: readAnswerDelay,
    disconnect: flag({ kind: 'disconnect' }),
    rate_limit: readRateLimit,
  },
  payment: { fail: readFailure, settle: readSettlement, never: flag({ kind: 'never' }) },
  webhook: {
    delay: readWebhookDelay,
    duplicate: readCount('duplicate', 2),
    drop: readCount('drop', 1),
    reorder: readCount('reorder', 2),
    corrupt_body: readCount('corrupt_body', 1),
    wrong_signature: readCount('wrong_signature', 1),
    stale: readCount('stale', 1),
    no_signature: readCount('no_signature', 1),
    two_signatures: readCount('two_signatures', 1),
    hang_up: readCount('hang_up', 1),
    patch: readPatch,
    before_answer: flag({ kind: 'before_answer' }),
  },
};

const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  status: ['code', 'message'],
  settle: ['after'],
};

/** Parses an effect, or returns the problem. */
export function readEffect(
  subject: FaultSubject,
  params: unknown,
): FaultEffect | { readonly problem: string } {
  const readers = READERS[subject];
  const kinds = Object.keys(readers).join(', ');
  const problem = `do must contain one of ${kinds} for a fault on ${subject}`;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return { problem };
  const names = Object.keys(params);
  const [kind, ...more] = names.filter((name) => Object.hasOwn(readers, name));
  if (kind === undefined || more.length > 0) return { problem };
  const extra = names.find((name) => name !== kind && !COMPANIONS[kind]?.includes(name));
  if (extra !== undefined) return { problem: `do cannot have ${extra} with ${kind}` };
  const effect = readers[kind]?.(params as EffectParams) ?? problem;
  return typeof effect === 'string' ? { problem: effect } : effect;
}

/** The effect in the API, with its defaults. */
export function effectParams(effect: FaultEffect): EffectParams {
  switch (effect.kind) {
    case 'status':
      return { status: effect.status, code: effect.code, message: effect.message };
    case 'delay':
      return { delay: formatDuration(effect.ms) };
    case 'rate_limit':
      return { rate_limit: { limit: effect.limit, per: formatDuration(effect.perMs) } };
    case 'fail':
      return { fail: effect.code };
    case 'settle':
      return { settle: effect.as, after: formatDuration(effect.afterMs) };
    case 'patch':
      return { patch: { ...effect.patch } };
    case 'disconnect':
    case 'never':
    case 'before_answer':
      return { [effect.kind]: true };
    case 'duplicate':
    case 'drop':
    case 'reorder':
    case 'corrupt_body':
    case 'wrong_signature':
    case 'stale':
    case 'no_signature':
    case 'two_signatures':
    case 'hang_up':
      return { [effect.kind]: effect.count };
  }
}

function readStatus({ status, code, message }: EffectParams): ApiEffect | string {
  const number = wholeNumber(status);
  if (number === undefined || number < 400 || number > 599)
    return 'do[status] must be a whole number from 400 to 599';
  const fallback = CODE_OF_STATUS[number] ?? (number < 500 ? 'bad_request' : 'internal_error');
  if (code !== undefined && (typeof code !== 'string' || !/^[a-z][a-z0-9_]{0,63}$/.test(code)))
    return 'do[code] must be at most 64 lower-case letters, digits and _, such as service_unavailable';
  if (message !== undefined && (typeof message !== 'string' || message.length > MAX_MESSAGE_LENGTH))
    return `do[message] must be a string of at most ${MAX_MESSAGE_LENGTH} characters`;
  const known = code ?? fallback;
  const sentence = Object.hasOwn(ERRORS, known)
    ? ERRORS[known as keyof typeof ERRORS][1]
    : known.replaceAll('_', ' ');
  return { kind: 'status', status: number, code: known, message: message ?? sentence };
}

function readAnswerDelay({ delay }: EffectParams): ApiEffect | string {
  const ms = parseDuration(delay);
  if (ms === undefined || ms > MAX_ANSWER_DELAY_MS)
    return `do[delay] must be a duration of at most ${formatDuration(MAX_ANSWER_DELAY_MS)}, such as 2s`;
  return { kind: 'delay', ms };
}

/** `true` refuses every call. */
function readRateLimit({ rate_limit: value }: EffectParams): ApiEffect | string {
  const problem =
    'do[rate_limit] must be true, or an object with limit, a whole number from 0, and per, a duration such as 1s';
  if (isTrue(value)) return { kind: 'rate_limit', limit: 0, perMs: SECOND_MS };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return problem;
  const { limit, per = '1s', ...rest } = value;
  const [number, perMs] = [wholeNumber(limit), parseDuration(per)];
  const isRight =
    number !== undefined && number <= MAX_RATE && perMs !== undefined && perMs > 0 && perMs <= DAY_MS;
  return isRight && Object.keys(rest).length === 0 ? { kind: 'rate_limit', limit: number, perMs } : problem;
}

function readFailure({ fail }: EffectParams): PaymentEffect | string {
  return isFailureCode(fail)
    ? { kind: 'fail', code: fail }
    : `do[fail] must be one of ${FAILURE_CODES.join(', ')}`;
}

function readSettlement({ settle, after = '0s' }: EffectParams): PaymentEffect | string {
  if (settle !== 'successful' && settle !== 'failed') return 'do[settle] must be successful or failed';
  const afterMs = parseDuration(after);
  if (afterMs === undefined || afterMs > MAX_DELAY_MS)
    return 'do[after] must be a duration of at most 365d, such as 5s';
  return { kind: 'settle', as: settle, afterMs };
}

function readWebhookDelay({ delay }: EffectParams): WebhookEffect | string {
  const ms = parseDuration(delay);
  return ms !== undefined && ms <= MAX_DELAY_MS
    ? { kind: 'delay', ms }
    : 'do[delay] must be a duration of at most 365d, such as 30s';
}

/** `true` stands for the smallest number. */
function readCount(
  kind: Extract<WebhookEffect, { count: number }>['kind'],
  min: number,
): Read<WebhookEffect> {
  return ({ [kind]: value }) => {
    const count = isTrue(value) ? min : wholeNumber(value);
    return count !== undefined && count >= min && count <= MAX_COUNT
      ? { kind, count }
      : `do[${kind}] must be a whole number from ${min} to ${MAX_COUNT}`;
  };
}

function readPatch({ patch }: EffectParams): WebhookEffect | string {
  const names =
    typeof patch === 'object' && patch !== null && !Array.isArray(patch) ? Object.keys(patch) : [];
  if (names.length === 0 || names.some((name) => name !== 'key' && name !== 'data'))
    return 'do[patch] must be an object with the fields key or data of the event, and no others';
  return Buffer.byteLength(JSON.stringify(patch)) <= MAX_PATCH_BYTES
    ? { kind: 'patch', patch: patch as EventPatch }
    : `do[patch] must be at most ${MAX_PATCH_BYTES / 1024} KiB of JSON`;
}

function flag<Effect extends FaultEffect>(effect: Effect): Read<Effect> {
  return ({ [effect.kind]: value }) => (isTrue(value) ? effect : `do[${effect.kind}] must be true`);
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function wholeNumber(value: unknown): number | undefined {
  return parseWholeNumber(value, 0, MAX_WHOLE_NUMBER);
}
