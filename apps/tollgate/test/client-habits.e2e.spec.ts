import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { steadyPort } from '../../../proof/rig/ports.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

/** A client's request, byte for byte, and the fields that it reads in the response. */
interface Habit {
  readonly does: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The name that the client has built in. */
  readonly host: 'api' | 'vault';
  readonly path: string;
  readonly key: 'public' | 'secret';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly reads: object;
}

/** Properties of all requests of a client. */
interface Client {
  readonly name: string;
  /** The Base64-encoded text in `Authorization`, by key. */
  readonly basic?: (key: string) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** The newest version of TLS that it speaks. */
  readonly tls?: 'TLSv1.2';
  readonly habits: (made: Made) => readonly Habit[];
}

/** Existing objects for requests. */
interface Made {
  readonly token: string;
  readonly source: string;
  readonly authorized: string;
  readonly customer: string;
  readonly card: string;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'Content-Type': 'application/json' };
const NEWEST = { 'Omise-Version': '2019-05-29' };
const CARD = {
  name: 'Somchai',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
  security_code: '123',
};
const PAID = { object: 'charge', status: 'successful', amount: 20_000 };
const RETURN = 'https://shop.example/return';

const CLIENTS: readonly Client[] = [
  {
    name: 'Node',
    headers: { 'User-Agent': 'OmiseNode/1.1.0 Node/v20.20.0', Accept: 'application/json', ...JSON_BODY },
    habits: ({ token, authorized }) => [
      call('charges a token', 'POST api/charges', {
        body: { amount: 20_000, currency: 'thb', card: token },
        reads: PAID,
      }),
      call('captures with the body null', `POST api/charges/${authorized}/capture`, {
        body: null,
        reads: PAID,
      }),
      call('lists by a query, with a type but no body', 'GET api/charges?limit=1', {
        reads: { object: 'list', limit: 1 },
      }),
    ],
  },
  {
    name: 'PHP',
    headers: { 'User-Agent': 'OmisePHP/3.0.0 OmiseAPI/2019-05-29', Accept: '*/*', ...FORM, ...NEWEST },
    habits: ({ token, customer }) => [
      call('makes a token, with its card in brackets', 'POST vault/tokens/', {
        key: 'public',
        form: inBrackets('card', CARD),
        reads: { object: 'token' },
      }),
      call('charges it at a path with a slash, encoded brackets and a true that is 1', 'POST api/charges/', {
        form: `amount=20000&currency=thb&card=${token}&capture=1&metadata%5Border_id%5D=42&webhook_endpoints%5B0%5D=https%3A%2F%2Fshop.example%2Fhook`,
        reads: { ...PAID, capture: true, metadata: { order_id: '42' } },
      }),
      call('waits for 100 Continue before a long form', 'PATCH api/customers/' + customer, {
        headers: { Expect: '100-continue' },
        form: `description=${'x'.repeat(200)}&metadata%5Bnote%5D=${'y'.repeat(1_000)}`,
        reads: { object: 'customer', metadata: { note: 'y'.repeat(1_000) } },
      }),
      call('asks for the capability with its secret key', 'GET api/capability', {
        reads: { object: 'capability' },
      }),
    ],
  },
  {
    name: 'Ruby',
    headers: {
      'User-Agent': 'OmiseRuby/0.11.0 OmiseAPI/2019-05-29 Ruby/3.3.0',
      Accept: '*/*',
      'Accept-Encoding': 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
    },
    habits: () => [
      call('makes a source with its secret key', 'POST api/sources', {
        form: 'type=promptpay&amount=20000&currency=thb',
        reads: { object: 'source', type: 'promptpay' },
      }),
      call('sends lists without numbers', 'POST api/customers', {
        form: 'email=a@shop.example&metadata[tags][]=x&metadata[tags][]=y',
        reads: { metadata: { tags: ['x', 'y'] } },
      }),
      call('lists by a query', 'GET api/charges?limit=2&order=reverse_chronological', {
        reads: { object: 'list', limit: 2 },
      }),
    ],
  },
  {
    name: 'Python',
    headers: {
      'User-Agent': 'OmisePython/0.13.0',
      Accept: 'application/json',
      'Accept-Encoding': 'gzip, deflate',
      ...JSON_BODY,
    },
    habits: ({ token }) => [
      call('makes a token with JSON', 'POST vault/tokens', {
        key: 'public',
        body: { card: CARD },
        reads: { object: 'token' },
      }),
      call('charges with sorted JSON', 'POST api/charges', {
        body: { amount: 20_000, card: token, currency: 'thb' },
        reads: PAID,
      }),
      call('lists by the body of a GET', 'GET api/charges', {
        body: { limit: 3 },
        reads: { object: 'list', limit: 3 },
      }),
      call('retrieves with the body {}', 'GET api/account', { body: {}, reads: { object: 'account' } }),
    ],
  },
  {
    name: 'Go',
    headers: { 'User-Agent': 'Go-http-client/1.1', ...NEWEST },
    habits: ({ token }) => [
      call('charges with what is not set as {} and ""', 'POST api/charges', {
        headers: JSON_BODY,
        body: {
          amount: 20_000,
          currency: 'thb',
          card: token,
          customer: '',
          description: '',
          source: {},
          metadata: {},
        },
        reads: PAID,
      }),
      call('lists by the body of a GET', 'GET api/events', {
        headers: JSON_BODY,
        body: { limit: 1 },
        reads: { object: 'list', limit: 1 },
      }),
      call('retrieves with {} of no type', 'GET api/balance', { body: {}, reads: { object: 'balance' } }),
      call('asks for the capability with its secret key', 'GET api/capability', {
        reads: { object: 'capability' },
      }),
    ],
  },
  {
    name: 'Java',
    tls: 'TLSv1.2',
    headers: { 'Accept-Encoding': 'gzip', ...NEWEST, 'Content-Type': 'application/json; charset=utf-8' },
    habits: ({ authorized, customer, card }) => [
      call('captures all with a capture_amount of 0', `POST api/charges/${authorized}/capture`, {
        body: { capture_amount: 0 },
        reads: PAID,
      }),
      call('renames a card with a date of zeros', `PATCH api/customers/${customer}/cards/${card}`, {
        body: { name: 'Jane', expiration_month: 0, expiration_year: 0 },
        reads: { object: 'card', name: 'Jane', expiration_year: 2040 },
      }),
      call('says capture=false to a source that cannot wait', 'POST api/charges', {
        body: {
          amount: 20_000,
          currency: 'thb',
          capture: false,
          return_uri: RETURN,
          source: { type: 'promptpay' },
        },
        reads: { object: 'charge', status: 'pending', capture: true },
      }),
      call('asks what this is', 'GET api/', {
        headers: { Accept: 'application/json' },
        reads: { object: 'system_info' },
      }),
    ],
  },
  {
    name: '.NET',
    headers: { 'User-Agent': 'Omise.Net/4.3.0 .Net/8.0.0', ...NEWEST, ...JSON_BODY },
    habits: ({ source }) => [
      call('charges a source that is an object with empty fields', 'POST api/charges', {
        body: {
          amount: 20_000,
          currency: 'thb',
          return_uri: RETURN,
          source: { id: source, type: 'promptpay', flow: 'offline', platform_type: 'None', amount: 0 },
        },
        reads: { object: 'charge', status: 'pending', source: { id: source } },
      }),
    ],
  },
  {
    name: 'the browser library',
    basic: (key) => key,
    headers: { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site', ...JSON_BODY },
    habits: () => [
      call('makes a source at a path with a slash, by a key without a colon', 'POST api/sources/', {
        key: 'public',
        body: { type: 'promptpay', amount: '20000', currency: 'THB' },
        reads: { object: 'source', amount: 20_000 },
      }),
    ],
  },
  {
    name: 'iOS',
    basic: (key) => key,
    headers: { ...NEWEST, ...JSON_BODY },
    habits: () => [
      call('asks for the capability at once', 'GET api/capability', {
        key: 'public',
        reads: { object: 'capability', country: 'TH' },
      }),
      call('makes a token', 'POST vault/tokens', {
        key: 'public',
        body: { card: CARD },
        reads: { object: 'token', card: { security_code_check: true } },
      }),
      call('names its platform', 'POST api/sources', {
        key: 'public',
        body: { type: 'mobile_banking_kbank', amount: 20_000, currency: 'thb', platform_type: 'IOS' },
        reads: { object: 'source', platform_type: 'IOS' },
      }),
    ],
  },
  {
    name: 'Android',
    tls: 'TLSv1.2',
    basic: (key) => `${key}:x`,
    headers: { ...NEWEST, 'Content-Type': 'application/json; charset=utf-8' },
    habits: ({ token }) => [
      call('names its platform in small letters', 'POST api/sources', {
        key: 'public',
        body: { type: 'mobile_banking_kbank', amount: 20_000, currency: 'thb', platform_type: 'android' },
        reads: { object: 'source', platform_type: 'ANDROID' },
      }),
      call('looks what became of a token', `GET vault/tokens/${token}`, {
        key: 'public',
        reads: { object: 'token', charge_status: 'unknown' },
      }),
    ],
  },
  {
    name: 'Flutter',
    basic: (key) => key,
    headers: { 'User-Agent': 'Dart/3.5 (dart:io)', ...NEWEST, ...JSON_BODY },
    habits: () => [
      call('names its platform in a browser', 'POST api/sources', {
        key: 'public',
        body: { type: 'mobile_banking_kbank', amount: 20_000, currency: 'thb', platform_type: 'WEB' },
        reads: { object: 'source', platform_type: 'WEB' },
      }),
      call('says nothing of its platform elsewhere', 'POST api/sources', {
        key: 'public',
        body: { type: 'promptpay', amount: 20_000, currency: 'thb', platform_type: '' },
        reads: { object: 'source', platform_type: null },
      }),
    ],
  },
];

/** `to` is a method, a name and a path: `POST api/charges/`. A body is sent as JSON, a form as it is. */
function call(
  does: string,
  to: string,
  {
    key = 'secret',
    form,
    body,
    headers,
    reads,
  }: { key?: Habit['key']; form?: string; body?: unknown; headers?: Habit['headers']; reads: object },
): Habit {
  const [, method, host, path] = /^(\w+) (api|vault)(\/.*)$/.exec(to) ?? [];
  const typed = form === undefined ? headers : { ...FORM, ...headers };
  const sent = form ?? (body === undefined ? undefined : JSON.stringify(body));
  return { does, method, host, path, key, headers: typed, body: sent, reads } as Habit;
}

function inBrackets(name: string, values: object): string {
  return Object.entries(values)
    .map(([key, value]) => `${name}%5B${key}%5D=${String(value)}`)
    .join('&');
}

describe('requests understood by name and with TLS from', () => {
  let folder: string;
  let port: number;
  let ca: string;
  const gateway = useOwnGateway(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-habits-'));
    port = await steadyPort();
    return { TLS: 'on', TLS_PORT: String(port), DATA_DIR: folder, FIDELITY: 'recorded' };
  });
  let shop: Merchant;

  beforeAll(async () => {
    ca = await readFile(join(folder, 'tls', 'ca.pem'), 'utf8');
    shop = await gateway.account();
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function make(): Promise<Made> {
    const [{ id: token }, { id: saved }] = [await shop.token(), await shop.token()];
    const source = (await shop.post('/sources', { type: 'promptpay', amount: 20_000, currency: 'THB' }))
      .body as { id: string };
    const { id: authorized } = await shop.cardCharge({ amount: 20_000, capture: false });
    const customer = await shop.customer({ card: saved });
    return {
      token,
      source: source.id,
      authorized,
      customer: customer.id,
      card: String(customer.default_card),
    };
  }

  /** The status, which Go and the Flutter SDK want to be exactly 200, and the answer. */
  async function send(
    { basic = (key) => `${key}:`, headers, tls }: Client,
    habit: Habit,
  ): Promise<{ status: number | undefined; answer: unknown }> {
    const authorization = `Basic ${btoa(basic(shop.key(habit.key)))}`;
    const asked = request({
      host: '127.0.0.1',
      port,
      servername: `${habit.host}.omise.co`,
      ca,
      ...(tls && { maxVersion: tls }),
      method: habit.method,
      path: habit.path,
      agent: false,
      headers: {
        Host: `${habit.host}.omise.co`,
        ...headers,
        ...habit.headers,
        Authorization: authorization,
        ...(habit.body !== undefined && { 'Content-Length': Buffer.byteLength(habit.body) }),
      },
    });
    if (habit.headers?.['Expect'] !== undefined) {
      asked.flushHeaders();
      await once(asked, 'continue');
    }
    asked.end(habit.body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, answer: await json(answer) };
  }

  it.each(CLIENTS.map((client) => [client.name, client] as const))('%s', async (_name, client) => {
    const { length } = client.habits(await make());
    for (let index = 0; index < length; index += 1) {
      // Each request has its own objects, because it may use them up.
      const habit = client.habits(await make())[index] as Habit;
      expect({ does: habit.does, ...(await send(client, habit)) }).toMatchObject({
        does: habit.does,
        status: 200,
        answer: habit.reads,
      });
    }
  });
});
