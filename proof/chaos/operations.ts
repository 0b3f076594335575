import { isoSeconds } from '../../libs/kernel/time.js';
import { Clock } from '../../libs/platform/clock/clock.js';
import type { Role } from '../rig/tollgate-process.js';
import type { Kind } from './history.js';
import type { Random } from './random.js';
import type { Shop } from './shop.js';

/** A request before it is sent. */
export interface Wish {
  readonly kind: Kind;
  readonly role: Role;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The ID of the charge, dispute or link. */
  readonly target: string | null;
}

/** Returns a request named `tag`, or `undefined` while the object for it is missing. */
type Make = (shop: Shop, random: Random, tag: string) => Wish | undefined;

const RETURN_URI = 'https://shop.example/return';
const GOOD_CARDS = ['4242424242424242', '5555555555554444'];
const POOR_CARD = '4111111111140011';
/** The shortest lifetime of a charge, in seconds. */
const SHORTEST_WAIT_S = 2;
const clock = new Clock();

const OPERATIONS: readonly { readonly weight: number; readonly value: Make }[] = [
  { weight: 3, value: makeSource },
  { weight: 6, value: makeToken },
  { weight: 6, value: chargeNewSource },
  { weight: 3, value: chargeSource },
  { weight: 7, value: chargeToken },
  { weight: 8, value: onCharge('pay', '/mark_as_paid') },
  { weight: 3, value: click },
  { weight: 1, value: onCharge('fail', '/mark_as_failed') },
  { weight: 1, value: onCharge('expire', '/expire') },
  { weight: 5, value: onCharge('capture', '/capture') },
  { weight: 1, value: onCharge('reverse', '/reverse') },
  { weight: 1, value: describe },
  { weight: 6, value: refund },
  { weight: 1, value: makeLink },
  { weight: 4, value: payLink },
  { weight: 4, value: onCharge('dispute', '/disputes') },
  { weight: 1, value: onDispute('message', '', (_, tag) => ({ message: tag })) },
  { weight: 1, value: onDispute('accept', '/accept', () => ({})) },
  { weight: 2, value: onDispute('close', '/close', (random) => ({ status: random.pick(['won', 'lost']) })) },
];

export const nextWish: Make = (shop, random, tag) => random.weighted(OPERATIONS)(shop, random, tag);

function makeSource(_: Shop, random: Random, tag: string): Wish {
  return {
    kind: 'source',
    role: 'api',
    method: 'POST',
    path: '/sources',
    body: { ...sourceTerms(random), name: tag },
    target: null,
  };
}

function makeToken(_: Shop, random: Random, tag: string): Wish {
  const number = random.chance(0.1) ? POOR_CARD : random.pick(GOOD_CARDS);
  const card = { number, name: tag, expiration_month: 12, expiration_year: 2040, security_code: '123' };
  return { kind: 'token', role: 'vault', method: 'POST', path: '/tokens', body: { card }, target: null };
}

function chargeNewSource(shop: Shop, random: Random, tag: string): Wish {
  const { amount, currency, type } = sourceTerms(random);
  return charge(shop, random, tag, {
    amount,
    currency,
    source: { type, name: tag },
    return_uri: RETURN_URI,
    ...captureOf(type, random),
  });
}

/** Chooses among few sources, so that some are charged twice. */
function chargeSource(shop: Shop, random: Random, tag: string): Wish | undefined {
  if (shop.sources.length === 0) return undefined;
  const { id, amount, currency, type } = random.pick(shop.sources);
  return charge(shop, random, tag, {
    amount,
    currency,
    source: id,
    return_uri: RETURN_URI,
    ...captureOf(type, random),
  });
}

function chargeToken(shop: Shop, random: Random, tag: string): Wish | undefined {
  if (shop.tokens.length === 0) return undefined;
  const asks = random.chance(0.3) ? { authentication: '3DS' } : {};
  const waits = random.chance(0.4) ? { capture: false, authorization_type: 'pre_auth' } : {};
  const amount = random.integer(2_000, 90_000);
  return charge(shop, random, tag, {
    amount,
    currency: 'THB',
    card: random.pick(shop.tokens),
    return_uri: RETURN_URI,
    ...asks,
    ...waits,
  });
}

function charge({ merchant }: Shop, random: Random, tag: string, terms: object): Wish {
  const waitMs = random.integer(SHORTEST_WAIT_S, merchant.longestWaitS) * 1_000;
  const ends = random.chance(0.35)
    ? { expires_at: isoSeconds(new Date(clock.machineNow().getTime() + waitMs)) }
    : {};
  const others = random.shuffled(merchant.otherUris).slice(0, random.pick([0, 0, 0, 1, 2]));
  const body = {
    ...terms,
    ...ends,
    metadata: { request: tag },
    ...(others.length > 0 ? { webhook_endpoints: others } : {}),
  };
  return { kind: 'charge', role: 'api', method: 'POST', path: '/charges', body, target: null };
}

function sourceTerms(random: Random): { type: string; amount: number; currency: string } {
  const amount = random.integer(2_000, 90_000);
  return random.chance(0.6)
    ? { type: 'boost', amount, currency: 'MYR' }
    : { type: 'mobile_banking_kbank', amount, currency: 'THB' };
}

function captureOf(type: string, random: Random): object {
  return type === 'boost' && random.chance(0.4) ? { capture: false } : {};
}

function onCharge(kind: Kind, action: string): Make {
  return (shop, random) => {
    if (shop.charges.length === 0) return undefined;
    const { id, amount } = random.pick(shop.charges);
    const part =
      kind === 'capture' && random.chance(0.5) ? { capture_amount: random.integer(1, amount) } : {};
    return { kind, role: 'api', method: 'POST', path: `/charges/${id}${action}`, body: part, target: id };
  };
}

/** On the payment page, as a customer. */
function click(shop: Shop, random: Random): Wish | undefined {
  const pages = shop.charges.filter(({ page }) => page !== undefined);
  if (pages.length === 0) return undefined;
  const { id, page = '' } = random.pick(pages);
  return {
    kind: 'click',
    role: 'pay',
    method: 'POST',
    path: page,
    body: { outcome: 'successful' },
    target: id,
  };
}

function describe(shop: Shop, random: Random, tag: string): Wish | undefined {
  if (shop.charges.length === 0) return undefined;
  const { id } = random.pick(shop.charges);
  return {
    kind: 'describe',
    role: 'api',
    method: 'PATCH',
    path: `/charges/${id}`,
    body: { description: tag },
    target: id,
  };
}

/** The tag is its description: links have no metadata. */
function makeLink(_: Shop, random: Random, tag: string): Wish {
  const multiple = random.chance(0.3);
  const body = {
    amount: random.integer(2_000, 90_000),
    currency: 'THB',
    title: 'An order',
    description: tag,
    multiple,
  };
  return { kind: 'link', role: 'api', method: 'POST', path: '/links', body, target: null };
}

/** A customer on a link's page pays by card, or gets a code and never scans it. */
function payLink(shop: Shop, random: Random): Wish | undefined {
  if (shop.links.length === 0) return undefined;
  const { id, page } = random.pick(shop.links);
  const isByCard = shop.tokens.length > 0 && random.chance(0.8);
  const body = isByCard ? { method: 'card', card: random.pick(shop.tokens) } : { method: 'promptpay' };
  return { kind: 'payLink', role: 'pay', method: 'POST', path: page, body, target: id };
}

function refund(shop: Shop, random: Random, tag: string): Wish | undefined {
  if (shop.charges.length === 0) return undefined;
  const { id, amount: whole } = random.pick(shop.charges);
  const amount = random.chance(0.3) ? whole : random.integer(1, Math.ceil(whole * 0.6));
  const body = { amount, metadata: { request: tag }, ...(random.chance(0.5) ? { void: false } : {}) };
  return { kind: 'refund', role: 'api', method: 'POST', path: `/charges/${id}/refunds`, body, target: id };
}

function onDispute(kind: Kind, action: string, bodyOf: (random: Random, tag: string) => object): Make {
  return (shop, random, tag) => {
    if (shop.disputes.length === 0) return undefined;
    const id = random.pick(shop.disputes);
    return {
      kind,
      role: 'api',
      method: 'PATCH',
      path: `/disputes/${id}${action}`,
      body: { ...bodyOf(random, tag) },
      target: id,
    };
  };
}
