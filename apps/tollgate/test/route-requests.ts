import { LiveSide } from '../../cli/parity/live-side.js';
import { CATALOGUE, EARNED } from '../../cli/parity/catalogue.js';
import type { Exchange } from '../../cli/parity/exchange.js';
import { templateOf } from '../../../proof/contract/contract.js';
import type { Gateway } from './harness.js';
import type { TestKeys } from './merchant.js';
import { OWN_FLOWS } from './own-flows.js';

const KEY_KINDS = ['public', 'secret'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

interface Example {
  readonly host: 'api' | 'vault' | 'pay';
  /** As the document of the API has it: `POST /charges/{id}/capture`. */
  readonly route: string;
  readonly exchange: Exchange;
  /** The earlier exchanges of its flow that make or change the objects which it names. */
  readonly before: readonly Exchange[];
}

/** The request of a route that specs send. */
export interface RouteRequest extends Example {
  /** The kinds of key that the route accepts; none if it is open to everyone. */
  readonly keys: readonly KeyKind[];
}

/** All exchanges, in flows whose ids go from one to the next. */
export const FLOWS = [...CATALOGUE, ...OWN_FLOWS];

const EXAMPLES = FLOWS.flatMap(({ exchanges }) =>
  exchanges.flatMap((exchange, index): Example[] => {
    const { host = 'api', request, error } = exchange;
    const [method = '', path = ''] = request.replace(/\?.*/, '').split(' ');
    const template = templateOf(host, path, method.toLowerCase());
    if (template === undefined && error === undefined) throw new Error(`${host} has no route ${request}`);
    const before = neededBy(exchange, exchanges.slice(0, index));
    return template === undefined ? [] : [{ host, route: `${method} ${template}`, exchange, before }];
  }),
);

function neededBy(exchange: Exchange, earlier: readonly Exchange[]): Exchange[] {
  const names = new Set(namesIn([exchange.request, exchange.body]));
  const needed: Exchange[] = [];
  for (const each of earlier.toReversed()) {
    const touched = [
      ...Object.keys(each.save ?? {}),
      ...(each.request.startsWith('GET ') ? [] : namesIn(each.request)),
    ];
    if (!touched.some((name) => names.has(name))) continue;
    needed.unshift(each);
    for (const name of namesIn([each.request, each.body])) names.add(name);
  }
  return needed;
}

/** The names of ids in a part of an exchange. */
export function namesIn(part: unknown): string[] {
  return Array.from(JSON.stringify(part).matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** Every route of the emulated API by its first exchange that succeeds, or by one with an error if none does. */
export const ROUTE_REQUESTS: readonly RouteRequest[] = [
  ...new Set(EXAMPLES.map(({ host, route }) => `${host} ${route}`)),
].flatMap((name) => {
  const ofRoute = EXAMPLES.filter(({ host, route }) => `${host} ${route}` === name);
  const example = ofRoute.find(({ exchange }) => exchange.error === undefined) ?? ofRoute[0];
  const keys = KEY_KINDS.filter((kind) =>
    ofRoute.some(
      ({ exchange: { key = 'secret', error } }) => key === kind && error !== 'authentication_failure',
    ),
  );
  return example ? [{ ...example, keys }] : [];
});

export function sideOf({ settings: { plainUrls } }: Gateway, keys: TestKeys): LiveSide {
  return new LiveSide({ ...plainUrls, ...keys });
}

/** A side whose balance is enough for the transfers of all flows. */
export async function earningSide(gateway: Gateway, keys: TestKeys): Promise<LiveSide> {
  const side = sideOf(gateway, keys);
  for (const exchange of EARNED) await side.ask(exchange);
  return side;
}

/** Asks what comes before the route's request, so that its objects exist. */
export async function prepare(side: LiveSide, { before }: RouteRequest): Promise<void> {
  side.begin();
  for (const exchange of before) {
    const asked = await side.ask(exchange);
    if ('missing' in asked) throw new Error(`${exchange.name}: ${asked.missing}`);
  }
}

/** Makes objects of every kind: sends the exchanges of the flows that save an id. Deletes nothing. */
export async function makeObjects(side: LiveSide, changed = (exchange: Exchange) => exchange): Promise<void> {
  for (const { exchanges } of FLOWS) {
    side.begin();
    for (const exchange of exchanges.filter(({ save }) => save)) await side.ask(changed(exchange));
  }
}

export function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}
