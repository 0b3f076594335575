import { jest } from '@jest/globals';
import { Client } from 'pg';
import request from 'supertest';
import { freePort } from '#platform/database/postgres-server.js';
import { describeWhere } from './describe-where.js';
import { createDatabase } from './harness.js';
import { databaseText, leaksIn, redisText, type CardSecret } from './leaks.js';
import { startProcess, type TollgateProcess } from './process.js';
import { openReceiver, type Receiver } from './receiver.js';
import { HAS_REDIS, ownRedis, type OwnRedis } from './redis.js';

jest.setTimeout(180_000);

const SECRETS: readonly CardSecret[] = [
  { number: '4539148803436467', code: '9173' },
  { number: '5424180123456789', code: '8364' },
  { number: '379354508162306', code: '7591' },
  { number: '6759649826438453', code: '6482' },
  { number: '6011000990139424009', code: '5937' },
  // One that fails to pay.
  { number: '4111111111140011', code: '9682' },
];
const [VISA = '', MASTERCARD = ''] = SECRETS.map(({ number }) => number);
const SPACED = VISA.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
const DASHED = SPACED.replaceAll(' ', '-');

/** A whole process of Tollgate, and every answer it gave. */
interface Exposed {
  readonly process: TollgateProcess;
  readonly databaseUrl: string;
  readonly receiver: Receiver;
  readonly answers: string[];
  readonly api: Send;
  readonly vault: Send;
  readonly pay: Send;
  /** Sends it and keeps the answer. */
  readonly keep: (call: request.Test) => Promise<request.Response>;
  readonly close: () => Promise<void>;
}

type Send = (method: Method, path: string) => request.Test;
type Method = 'get' | 'post' | 'patch';

async function expose(overrides: Record<string, string> = {}): Promise<Exposed> {
  const receiver = await openReceiver();
  const databaseUrl = await createDatabase();
  const [api, vault, pay] = await Promise.all([freePort(), freePort(), freePort()]);
  const process = startProcess({
    ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'trace', WEBHOOK_URL: receiver.uri, ACCOUNT_COUNTRY: 'TH' },
    ...{ API_PORT: String(api), VAULT_PORT: String(vault), PAY_PORT: String(pay) },
    ...overrides,
  });
  await process.ready();
  const answers: string[] = [];
  let calls = 0;
  const at =
    (port: number, key: string): Send =>
    (method, path) => {
      const call = request(`http://127.0.0.1:${port}`)[method](path).auth(key, '').redirects(0).set('X-Request-Id', DASHED);
      calls += 1;
      // Every second request has an Idempotency-Key, and the worst one that there can be.
      return method === 'get' || calls % 2 === 0 ? call : call.set('Idempotency-Key', `${VISA} ${calls}`);
    };
  return {
    process,
    databaseUrl,
    receiver,
    answers,
    api: at(api, 'skey_test_tollgate'),
    vault: at(vault, 'pkey_test_tollgate'),
    pay: at(pay, 'nobody'),
    keep: async (call) => {
      const answer = await call;
      answers.push(`${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`);
      return answer;
    },
    close: async () => {
      process.child.kill('SIGTERM');
      await process.ended();
      await receiver.close();
    },
  };
}

const cardOf = ({ number, code }: CardSecret, change: object = {}): object => ({
  card: { number, security_code: code, name: 'Somchai Secret', expiration_month: 12, expiration_year: 2040, ...change },
});

/** Makes tokens of every card in every form; the ids of those that were made. */
async function makeTokens({ vault, keep }: Exposed): Promise<string[]> {
  const ids: string[] = [];
  const make = async (body: object): Promise<void> => {
    const { status, body: made } = await keep(vault('post', '/tokens').send(body));
    if (status === 200) ids.push(made.id as string);
  };
  for (const secret of SECRETS) {
    const { number, code } = secret;
    await make(cardOf(secret));
    await make(cardOf(secret, { number: Number(number), security_code: Number(code) }));
    await make(cardOf(secret, { number: number.replaceAll(/(\d{4})(?=\d)/g, '$1-') }));
    await make(cardOf(secret, { expiration_year: 2020 }));
    for (const field of ['name', 'street1', 'street2', 'city', 'state', 'postal_code', 'phone_number', 'country']) {
      await make(cardOf(secret, { [field]: number }));
      await make(cardOf(secret, { [field]: `Somchai ${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}` }));
    }
    await make(cardOf(secret, { email: number, security_code: `${code}9` }));
    await make(cardOf(secret, { number: [number] }));
    await make({ ...cardOf(secret), card: number });
    await make({ number, security_code: code });
    const form = `card[number]=${number.replaceAll(/(\d{4})(?=\d)/g, '$1+')}&card[security_code]=${code}`;
    await keep(vault('post', '/tokens').type('form').send(form));
    await make(cardOf(secret, { [number]: code, [`x${code}`]: number }));
  }
  return ids;
}

/** Sends a number wherever somebody could send it by mistake. */
async function sendAstray({ api, vault, pay, keep }: Exposed): Promise<void> {
  for (const id of [VISA, encodeURIComponent(SPACED), DASHED, `%ZZ${VISA}`, `tokn_test_${VISA}`, [...VISA].map((d) => `%3${d}`).join('')]) {
    for (const path of [`/tokens/${id}`, `/${id}`, `/tokens/${id}/x`]) await keep(vault('get', path));
    for (const resource of ['charges', 'sources', 'events', 'customers', 'refunds', 'tokens', 'nothing']) {
      await keep(api('get', `/${resource}/${id}`));
      await keep(api('post', `/${resource}/${id}/capture`));
    }
    await keep(pay('get', `/payments/${id}/authorize`));
    await keep(pay('get', `/${id}`));
  }
  for (const number of [VISA, SPACED, DASHED]) {
    for (const name of [
      'card',
      'customer',
      'source',
      'amount',
      'currency',
      'ip',
      'return_uri',
      'expires_at',
      'capture',
      'authentication',
    ]) {
      await keep(api('post', '/charges').send({ amount: 100_000, currency: 'THB', [name]: number }));
      await keep(api('post', '/customers').send({ [name]: number }));
    }
    // Not `offset`: it may be as large, and a list repeats it.
    for (const name of ['limit', 'order', 'from', 'to']) await keep(api('get', '/charges').query({ [name]: number }));
    await keep(api('post', '/sources').send({ type: number, currency: number, amount: number, platform_type: number }));
    await keep(vault('post', '/tokens').set('Omise-Version', number).send({}));
    await keep(vault('post', '/tokens').auth(number, number).send({}));
    await keep(vault('post', '/tokens').query({ card: { number } }).send({}));
  }
  for (const host of [vault, api, pay]) {
    for (const body of [`{"card":{"number":"${VISA}"`, `{"card":{"__proto__":{"number":"${VISA}"}}}`, `"${VISA}"`, VISA]) {
      await keep(host('post', '/tokens').type('json').send(body));
    }
    await keep(host('post', '/tokens').type('text').send(VISA));
    await keep(host('post', '/tokens').type('form').send(`card[number]=${VISA}&card[a][b][c][d][e][f][g][h][i][j][k][l]=${VISA}`));
    await keep(host('post', '/tokens').send(cardOf(SECRETS[0] as CardSecret)));
  }
}

/** Uses tokens for all that a token is good for. */
async function useTokens({ api, vault, keep, receiver }: Exposed, ids: readonly string[]): Promise<void> {
  for (const [index, card] of ids.entries()) {
    const use = [{ capture: true }, { capture: false }, { return_uri: 'https://shop.example/', authentication: '3DS' }][index % 3];
    const { status, body } = await keep(api('post', '/charges').send({ amount: 100_000, currency: 'THB', card, ...use }));
    expect({ status, body }).toMatchObject({ status: 200 });
    await receiver.next(({ event }) => event.data.id === body.id);
    await keep(api('get', `/charges/${body.id}`));
    await keep(vault('get', `/tokens/${card}`));
    await keep(api('post', '/charges').send({ amount: 100_000, currency: 'THB', card }));
  }
  await keep(api('get', '/events').query({ limit: 100 }));
}

/** Makes requests fail in a way that nobody foresaw, so that they are logged. The vault asks the database for no such id at all. */
async function fault({ api, vault, keep, databaseUrl, process }: Exposed): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('ALTER TABLE event RENAME COLUMN body TO mislaid');
  await client.query('ALTER TABLE token RENAME COLUMN card_id TO mislaid');
  for (const id of [VISA, encodeURIComponent(SPACED), DASHED]) {
    expect((await keep(api('get', `/events/${id}`))).status).toBeGreaterThanOrEqual(500);
    expect((await keep(vault('get', `/tokens/${id}`))).status).toBe(404);
  }
  await client.query('ALTER TABLE event RENAME COLUMN mislaid TO body');
  await client.query('ALTER TABLE token RENAME COLUMN mislaid TO card_id');
  await client.end();
  expect(process.output()).toMatch(/request failed|database cannot be reached/);
}

async function exerciseAll(exposed: Exposed): Promise<void> {
  const ids = await makeTokens(exposed);
  expect(ids.length).toBeGreaterThanOrEqual(3 * (SECRETS.length - 1));
  await sendAstray(exposed);
  await useTokens(exposed, ids);
  const { body } = await exposed.keep(exposed.vault('post', '/tokens').send(cardOf({ number: MASTERCARD, code: '8364' })));
  await exposed.keep(exposed.api('post', '/customers').send({ card: body.id as string }));
  await fault(exposed);
}

describe('the search for leaks', () => {
  const [secret] = SECRETS as [CardSecret];

  it.each([
    VISA,
    SPACED,
    DASHED,
    encodeURIComponent(SPACED),
    `{"n":${VISA}}`,
    `x${VISA.slice(3, 13)}y`,
    `(card,${VISA.slice(6, -4)},x)`,
    Buffer.from(VISA).toString('base64'),
    Buffer.from(`a${DASHED}b`).toString('base64'),
    `\\x${Buffer.from(VISA).toString('hex')}`,
    '{"security_code":"9173"}',
    '{"security_code":9173}',
    '(x,9173,y)',
    Buffer.from('9173').toString('base64'),
  ])('finds one in %j', (text) => {
    expect(leaksIn(text, [secret])).not.toEqual([]);
  });

  it('finds none in what may be known', () => {
    expect(leaksIn('453914 6467 tokn_test_9173a 2026-11-21T08:15:00.803436Z 4242424242424242 127.0.0.1:49173', [secret])).toEqual([]);
  });
});

/** What holds wherever the queue is. */
function theVault(open: () => Promise<Exposed>, close: () => Promise<void>, queueText: () => Promise<string>): void {
  let exposed: Exposed;

  beforeAll(async () => {
    exposed = await open();
    await exerciseAll(exposed);
  });

  afterAll(async () => {
    await exposed.close();
    await close();
  });

  it('keeps every number and code out of the database', async () => {
    const text = await databaseText(exposed.databaseUrl);
    expect(text).toContain('Somchai Secret');
    expect(text).toContain('public.webhook_delivery');
    expect(text).toMatch(/public\.idempotency_key\n(\(.*\n)*?\(.*tokn_test_/);
    expect(leaksIn(text, SECRETS)).toEqual([]);
  });

  it('keeps them out of the queue', async () => {
    const text = await queueText();
    expect(text).toMatch(/whdl_test_|chrg_test_/);
    expect(leaksIn(text, SECRETS)).toEqual([]);
  });

  it('keeps them out of all that it prints', () => {
    expect(exposed.process.output()).toContain('"route":"/events/:id","err":');
    expect(leaksIn(exposed.process.output(), SECRETS)).toEqual([]);
  });

  it('keeps them out of every webhook', () => {
    expect(exposed.receiver.received.length).toBeGreaterThan(10);
    expect(leaksIn(JSON.stringify(exposed.receiver.received), SECRETS)).toEqual([]);
  });

  it('keeps them out of every answer', () => {
    expect(exposed.answers.join('\n')).toContain('[card number]');
    for (const answer of exposed.answers) expect({ answer, leaks: leaksIn(answer, SECRETS) }).toEqual({ answer, leaks: [] });
  });
}

describe('the vault, with its queue in PostgreSQL,', () => {
  let databaseUrl: string;
  const open = async (): Promise<Exposed> => {
    const exposed = await expose();
    databaseUrl = exposed.databaseUrl;
    return exposed;
  };
  const queueText = async (): Promise<string> => {
    const text = await databaseText(databaseUrl);
    expect(text).toContain('bullmq.job');
    return text;
  };
  theVault(open, () => Promise.resolve(), queueText);
});

describeWhere(HAS_REDIS, 'redis-server is not installed', 'the vault, with its queue in Redis,', () => {
  let redis: OwnRedis;
  const open = async (): Promise<Exposed> => {
    redis = await ownRedis();
    await redis.start();
    return expose({ REDIS_URL: redis.url });
  };
  theVault(
    open,
    () => redis.kill(),
    () => redisText(redis.url),
  );
});
