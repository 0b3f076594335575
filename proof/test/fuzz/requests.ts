import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { Host } from '../../contract/contract.js';
import { anyValue, bodyOf } from './bodies.js';
import { formOf, jsonOf, multipartOf, queryOf } from './encodings.js';
import * as envelope from './envelope.js';
import { mostly, oneOf, rarely } from './odds.js';
import type { KeyChoice, Target } from './targets.js';
import { someOf, type Field } from './values.js';
import { PICKS } from './world.js';
import type { Mode } from '../../../apps/tollgate/test/merchant.js';
import { chunked, type WireRequest } from './wire.js';

/** Fills in values that are known only when a request is sent. */
export interface Context {
  /** The value of an `Authorization` header. */
  authorization(key: KeyChoice, mode: Mode): string;
  /** Puts ids where a text has `{{tokn:7}}`. */
  withIds(text: string): string;
  /** Parameters of a path, from an existing object or another account's. */
  parametersFor(pattern: string, pick: number): string[];
  foreignParametersFor(pattern: string, pick: number): string[];
  hostName(host: Host): string;
}

/** A request without values that are known only when it is sent. */
export interface Plan {
  readonly target: Target;
  readonly method: string;
  /** Chooses among the objects that are there. */
  readonly pick: number;
  /** The text that replaces an id in the path. */
  readonly replacedId: string | undefined;
  readonly pathChange: ((path: string) => string) | undefined;
  readonly query: readonly Field[];
  readonly fields: readonly Field[];
  readonly encoding: Encoding;
  readonly spoil: ((bytes: Buffer) => Buffer) | undefined;
  readonly isChunked: boolean;
  readonly key: KeyChoice | 'right' | 'unknown';
  readonly mode: Mode | 'fitting';
  readonly version: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly headers: readonly envelope.Header[];
}

type Encoding = 'json' | 'form' | 'multipart' | 'none';

const KEY_HEADER = 'Idempotency-Key';

/** Requests of a batch to all routes. Creating ones are more frequent, because others need their objects. */
export function plans(targets: readonly Target[], count: number): fc.Arbitrary<Plan[]> {
  const plan = oneOf(...targets.map((target) => [weightOf(target), planFor(target)] as const));
  return fc.array(plan, { minLength: count, maxLength: count });
}

function weightOf({ method, pattern }: Target): number {
  return { GET: 2, POST: pattern.includes(':') ? 8 : 20, PATCH: 12 }[method] ?? 1;
}

function planFor(target: Target): fc.Arbitrary<Plan> {
  const isGet = target.method === 'GET';
  return fc.record<Plan>({
    target: fc.constant(target),
    method: mostly(fc.constant(target.method), envelope.strangeMethod, 40),
    pick: fc.nat(PICKS - 1),
    replacedId: rarely(envelope.strangeId, 10),
    pathChange: rarely(envelope.pathChange, 30),
    query: someOf(target.query, anyValue, 2),
    fields: isGet ? someOf(target.query, anyValue, 2) : bodyOf(target),
    encoding: oneOf<Encoding>(
      [20, fc.constant('json')],
      [18, fc.constant('form')],
      [target.takesFile ? 150 : 1, fc.constant('multipart')],
      [isGet ? 150 : 2, fc.constant('none')],
    ),
    spoil: rarely(envelope.spoiling, 20),
    isChunked: mostly(fc.constant(false), fc.constant(true), 10),
    key: mostly(fc.constant('right'), fc.constantFrom('secret', 'public', 'none', 'unknown'), 40),
    mode: mostly(fc.constant('fitting'), fc.constantFrom('test', 'live'), 15),
    version: rarely(envelope.apiVersion, 3),
    idempotencyKey: rarely(envelope.idempotencyKey, 3),
    headers: mostly(fc.constant([]), fc.array(envelope.strangeHeader, { minLength: 1, maxLength: 2 }), 6),
  });
}

/** The bytes of a plan, with the objects that are there by now. */
export function compose(plan: Plan, context: Context): WireRequest {
  const { target, method, headers: added } = plan;
  const path = pathOf(plan, context);
  const { type, bytes } = bodyIn(plan, context);
  const isChunked = plan.isChunked && type !== undefined;
  const body = plan.spoil && type !== undefined ? plan.spoil(bytes) : bytes;
  const own = {
    Host: context.hostName(target.host),
    Connection: 'close',
    Authorization: authorizationOf(plan, path, context),
    'Omise-Version': plan.version,
    'Content-Type': type,
    [KEY_HEADER]: plan.idempotencyKey,
    'Content-Length': type === undefined || isChunked ? undefined : String(body.length),
    'Transfer-Encoding': isChunked ? 'chunked' : undefined,
  };
  const kept = Object.entries(own).flatMap(([name, value]): envelope.Header[] =>
    value === undefined || added.some(([other]) => other === name) ? [] : [[name, value]],
  );
  return {
    host: target.host,
    method,
    path: `${path}${queryIn(plan, context)}`,
    headers: [...kept, ...added],
    body: isChunked ? chunked(body) : body,
    isMisframed: added.some(envelope.isMisframing),
  };
}

/** The same request with a new idempotency key, so that its work is repeated. */
export function renewed(request: WireRequest): WireRequest {
  return {
    ...request,
    headers: request.headers.map(([name, value]) => [name, name === KEY_HEADER ? randomUUID() : value]),
  };
}

function pathOf({ target: { pattern, key }, pick, replacedId, pathChange }: Plan, context: Context): string {
  // Pages and files without a key are public by their address.
  const isForeign = replacedId === envelope.FOREIGN && key !== 'none';
  const values = isForeign
    ? context.foreignParametersFor(pattern, pick)
    : context.parametersFor(pattern, pick);
  // Usually the last parameter; the earlier ones lead to it.
  const replacedAt = Math.max(0, values.length - 1 - (pick % 7 === 0 ? 1 : 0));
  if (replacedId !== undefined && replacedId !== envelope.FOREIGN && values.length > 0)
    values[replacedAt] = context.withIds(replacedId);
  const path = pattern.replaceAll(/:\w+/g, () => values.shift() ?? '');
  return pathChange ? pathChange(path) : path;
}

function queryIn({ query }: Plan, context: Context): string {
  return query.length > 0 ? `?${queryOf(withIds(query, context))}` : '';
}

function bodyIn(
  { encoding, fields: planned, pick }: Plan,
  context: Context,
): { type?: string; bytes: Buffer } {
  const fields = withIds(planned, context);
  if (encoding === 'json') return { type: 'application/json', bytes: jsonOf(fields) };
  if (encoding === 'form') return { type: 'application/x-www-form-urlencoded', bytes: formOf(fields) };
  if (encoding === 'multipart') return multipartOf(fields, pick);
  return { bytes: Buffer.alloc(0) };
}

function withIds(fields: readonly Field[], context: Context): Field[] {
  return fields.map(([name, value]) => [name, context.withIds(value)]);
}

/** The key fits the object that the path names: one of the other mode is refused at once. */
function authorizationOf({ key, target, mode }: Plan, path: string, context: Context): string | undefined {
  if (key === 'unknown') return `Basic ${Buffer.from('skey_test_nobodys:').toString('base64')}`;
  const kind = key === 'right' ? target.key : key;
  return kind === 'none' ? undefined : context.authorization(kind, mode === 'fitting' ? modeOf(path) : mode);
}

function modeOf(path: string): Mode {
  return /\/[a-z0-9]{3,7}_[0-9a-z]{19}\b/.test(path) ? 'live' : 'test';
}
