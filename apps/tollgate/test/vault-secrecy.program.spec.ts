import { Client } from 'pg';
import request from 'supertest';
import { hasRedis, OwnRedis } from '../../../proof/rig/own-redis.js';
import { hostPorts } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { describeWhere } from './describe-where.js';
import { createDatabase } from './test-database.js';
import { databaseText, leaksIn, redisText, type CardSecret } from './leaks.js';
import { openReceiver, type Receiver } from './receiver.js';

const SECRETS: readonly CardSecret[] = [
  { number: '4539148803436467', code: '9173' },
  { number: '5424180123456789', code: '8364' },
  { number: '379354508162306', code: '7591' },
  { number: '6759649826438453', code: '6482' },
  { number: '6011000990139424009', code: '5937' },
  // A card that fails.
  { number: '4111111111140011', code: '9682' },
];
/** Fewer than the transactions that a process has at once. */
const AT_ONCE = 4;
const [VISA = '', MASTERCARD = ''] = SECRETS.map(({ number }) => number);
const SPACED = VISA.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
const DASHED = SPACED.replaceAll(' ', '-');

/** A whole process of Tollgate, which takes a while to be ready, and every answer it gave. */
interface Exposed {
  readonly process: Program;
  readonly databaseUrl: string;
  readonly receiver: Receiver;
  readonly answers: string[];
  readonly api: Send;
  readonly vault: Send;
  readonly pay: Send;
  readonly control: Send;
  /** Sends it and keeps the answer. */
  readonly keep: (call: request.Test) => Promise<request.Response>;
  readonly close: () => Promise<void>;
}

type Send = (method: Method, path: string) => request.Test;
type Method = 'get' | 'post' | 'patch';

async function expose(overrides: Record<string, string> = {}): Promise<Exposed> {
  const receiver = await openReceiver();
  const databaseUrl = await createDatabase();
  const ports = await hostPorts();
  const process = startProgram({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'trace',
    WEBHOOK_URL: receiver.uri,
    WEBHOOK_TIMEOUT_MS: '120000',
    ACCOUNT_COUNTRY: 'TH',
    ...ports,
    ...overrides,
  });
  const answers: string[] = [];
  let calls = 0;
  const at =
    (port: string, key: string): Send =>
    (method, path) => {
      const call = request(`http://127.0.0.1:${port}`)
        [method](path)
        .auth(key, '')
        .redirects(0)
        .set('X-Request-Id', DASHED);
      calls += 1;
      // Every second request has an Idempotency-Key, and the worst one that there can be.
      return method === 'get' || calls % 2 === 0 ? call : call.set('Idempotency-Key', `${VISA} ${calls}`);
    };
  return {
    process,
    databaseUrl,
    receiver,
    answers,
    api: at(ports.API_PORT, 'skey_test_tollgate'),
    vault: at(ports.VAULT_PORT, 'pkey_test_tollgate'),
    pay: at(ports.PAY_PORT, 'nobody'),
    control: at(ports.CONTROL_PORT, 'skey_test_tollgate'),
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
  card: {
    number,
    security_code: code,
    name: 'Somchai Secret',
    expiration_month: 12,
    expiration_year: 2040,
    ...change,
  },
});

/** Does the work for all of them, with as much concurrency as Tollgate serves without waiting. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const takeTurns = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}

const spaced = (number: string, by = ' '): string => number.replaceAll(/(\d{4})(?=\d)/g, `$1${by}`);

/** Every form in which a card may be sent to become a token, and some in which it may not. */
function cardForms(secret: CardSecret): object[] {
  const { number, code } = secret;
  const fields = ['name', 'street1', 'street2', 'city', 'state', 'postal_code', 'phone_number', 'country'];
  return [
    cardOf(secret),
    cardOf(secret, { number: Number(number), security_code: Number(code) }),
    cardOf(secret, { number: spaced(number, '-') }),
    cardOf(secret, { expiration_year: 2020 }),
    ...fields.flatMap((field) => [
      cardOf(secret, { [field]: number }),
      cardOf(secret, { [field]: `Somchai ${spaced(number)}` }),
    ]),
    { tokenization: { method: 'googlepay', data: number, billing_name: number } },
    { tokenization: { method: 'googlepay', data: number } },
    { tokenization: { method: 'applepay', data: JSON.stringify({ number, cvv: code }) } },
    cardOf(secret, { email: number, security_code: `${code}9` }),
    cardOf(secret, { number: [number] }),
    { ...cardOf(secret), card: number },
    { number, security_code: code },
    cardOf(secret, { [number]: code, [`x${code}`]: number }),
  ];
}

/** Creates tokens and returns their ids. */
async function makeTokens({ vault, keep }: Exposed, forms: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  await forEach(forms, async (form) => {
    const { status, body } = await keep(vault('post', '/tokens').send(form));
    if (status === 200) ids.push(body.id as string);
  });
  return ids;
}

/** Sends a number in every place where it could be sent by mistake. */
function sendAstray({ api, vault, pay, keep }: Exposed): Promise<void> {
  const ids = [
    VISA,
    encodeURIComponent(SPACED),
    DASHED,
    `%ZZ${VISA}`,
    `tokn_test_${VISA}`,
    [...VISA].map((d) => `%3${d}`).join(''),
  ];
  const resources = ['charges', 'sources', 'events', 'customers', 'refunds', 'tokens', 'nothing'];
  const fields = [
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
  ];
  const calls = [
    ...ids.flatMap((id) => [
      ...[`/tokens/${id}`, `/${id}`, `/tokens/${id}/x`].map((path) => () => vault('get', path)),
      ...resources.flatMap((resource) => [
        () => api('get', `/${resource}/${id}`),
        () => api('post', `/${resource}/${id}/capture`),
      ]),
      () => pay('get', `/payments/${id}/authorize`),
      () => pay('get', `/${id}`),
    ]),
    ...[VISA, SPACED, DASHED].flatMap((number) => [
      ...fields.flatMap((name) => [
        () => api('post', '/charges').send({ amount: 100_000, currency: 'THB', [name]: number }),
        () => api('post', '/customers').send({ [name]: number }),
      ]),
      // Not `offset`: it may be as large, and a list repeats it.
      ...['limit', 'order', 'from', 'to'].map(
        (name) => () => api('get', '/charges').query({ [name]: number }),
      ),
      () =>
        api('post', '/sources').send({
          type: number,
          currency: number,
          amount: number,
          platform_type: number,
        }),
      () => vault('post', '/tokens').set('Omise-Version', number).send({}),
      () => vault('post', '/tokens').auth(number, number).send({}),
      () => vault('post', '/tokens').query({ card: { number } }).send({}),
    ]),
    ...[vault, api, pay].flatMap((host) => [
      ...[
        `{"card":{"number":"${VISA}"`,
        `{"card":{"__proto__":{"number":"${VISA}"}}}`,
        `"${VISA}"`,
        VISA,
      ].map((body) => () => host('post', '/tokens').type('json').send(body)),
      () => host('post', '/tokens').type('text').send(VISA),
      () =>
        host('post', '/tokens')
          .type('form')
          .send(`card[number]=${VISA}&card[a][b][c][d][e][f][g][h][i][j][k][l]=${VISA}`),
      () => host('post', '/tokens').send(cardOf(SECRETS[0] as CardSecret)),
    ]),
    ...SECRETS.map(({ number, code }) => () => {
      return vault('post', '/tokens')
        .type('form')
        .send(`card[number]=${spaced(number, '+')}&card[security_code]=${code}`);
    }),
  ];
  return forEach(calls, (call) => keep(call()));
}

/** Uses tokens in every possible way. */
async function useTokens({ api, vault, keep, receiver }: Exposed, ids: readonly string[]): Promise<void> {
  const uses = [
    { capture: true },
    { capture: false },
    { return_uri: 'https://shop.example/', authentication: '3DS' },
  ];
  await forEach([...ids.entries()], async ([index, card]) => {
    const form = { amount: 100_000, currency: 'THB', card };
    const { status, body } = await keep(
      api('post', '/charges').send({ ...form, ...uses[index % uses.length] }),
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    await receiver.next(({ event }) => event.data.id === body.id);
    await keep(api('get', `/charges/${body.id}`));
    await keep(vault('get', `/tokens/${card}`));
    await keep(api('post', '/charges').send(form));
  });
  await keep(api('get', '/events').query({ limit: 100 }));
}

/** Causes internal errors, so that requests are logged. The vault queries no such id. */
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
  expect(process.output()).toMatch(/request failed|database is unreachable/);
}

/** Everything that a number can be in the way of. */
async function exerciseAll(exposed: Exposed): Promise<void> {
  const ids = await makeTokens(exposed, SECRETS.flatMap(cardForms));
  expect(ids.length).toBeGreaterThanOrEqual(3 * (SECRETS.length - 1));
  await sendAstray(exposed);
  await useTokens(exposed, ids);
  const { body } = await exposed.keep(
    exposed.vault('post', '/tokens').send(cardOf({ number: MASTERCARD, code: '8364' })),
  );
  await exposed.keep(exposed.api('post', '/customers').send({ card: body.id as string }));
  await save(exposed);
  await fault(exposed);
}

/** All of it, as a snapshot and as a file. */
async function save({ control, keep }: Exposed): Promise<void> {
  const snapshots = '/api/sandboxes/self/snapshots';
  await keep(control('post', snapshots).send({ name: 'all' }).expect(200));
  const asText = (res: request.Response, done: (error: null, body: unknown) => void): void => {
    const stream = res as unknown as NodeJS.ReadableStream & { text: string };
    stream.text = '';
    stream.on('data', (piece: Buffer) => (stream.text += piece.toString()));
    stream.on('end', () => done(null, {}));
  };
  const { text } = await keep(
    control('get', `${snapshots}/all/export`).buffer(true).parse(asText).expect(200),
  );
  expect(text).toContain('Somchai Secret');
}

/** Work that passes through the queue, with every card. */
async function exerciseQueue(exposed: Exposed): Promise<void> {
  const ids = await makeTokens(
    exposed,
    SECRETS.flatMap((secret) => {
      const { number } = secret;
      return [{}, { number: Number(number) }, { number: spaced(number, '-') }, { name: number }].map(
        (change) => cardOf(secret, change),
      );
    }),
  );
  expect(ids.length).toBeGreaterThanOrEqual(2 * SECRETS.length);
  // Only attempts that are due later go through the queue: due ones stay within the process.
  exposed.receiver.answer((_, response) => void response.writeHead(503).end());
  await useTokens(exposed, ids);
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

  it('ignores harmless texts', () => {
    expect(
      leaksIn('453914 6467 tokn_test_9173a 2026-11-21T08:15:00.803436Z 4242424242424242 127.0.0.1:49173', [
        secret,
      ]),
    ).toEqual([]);
  });
});

/** Started before they are needed, for they take a while. */
let inPostgres: Exposed;
let inRedis: Exposed | undefined;
let redis: OwnRedis | undefined;

beforeAll(async () => {
  inPostgres = await expose();
  if (!hasRedis()) return;
  redis = await OwnRedis.open();
  inRedis = await expose({ REDIS_URL: redis.url });
});

afterAll(async () => {
  await Promise.all([inPostgres.close(), inRedis?.close()]);
  await redis?.kill();
});

/** Specs for both places of the queue. */
function theVault(
  open: () => Exposed,
  exercise: (exposed: Exposed) => Promise<void>,
  queueText: () => Promise<string>,
): void {
  let exposed: Exposed;

  beforeAll(async () => {
    exposed = open();
    await exposed.process.ready();
    await exercise(exposed);
  });

  it('keeps every number and code out of the database', async () => {
    const text = await databaseText(exposed.databaseUrl);
    expect(text).toContain('Somchai Secret');
    expect(text).toContain('public.webhook_delivery');
    expect(text).toMatch(/public\.idempotency_key\n(\{.*\n)*?\{.*tokn_test_/);
    expect(leaksIn(text, SECRETS)).toEqual([]);
  });

  it('keeps them out of the queue', async () => {
    const text = await queueText();
    expect(text).toMatch(/whdl_test_|chrg_test_/);
    expect(leaksIn(text, SECRETS)).toEqual([]);
  });

  it('keeps them out of its output', () => {
    // A duration may equal a security code.
    const printed = exposed.process.output().replaceAll(/"durationMs":\d+/g, '');
    expect(printed).toContain('"route":"/events/:id","err":');
    expect(leaksIn(printed, SECRETS)).toEqual([]);
  });

  it('keeps them out of every webhook', () => {
    expect(exposed.receiver.received.length).toBeGreaterThan(10);
    expect(leaksIn(JSON.stringify(exposed.receiver.received), SECRETS)).toEqual([]);
  });

  it('keeps them out of every response', () => {
    expect(exposed.answers.join('\n')).toContain('[card number]');
    const leaks = exposed.answers
      .map((answer) => ({ answer, leaks: leaksIn(answer, SECRETS) }))
      .filter(({ leaks: found }) => found.length > 0);
    expect(leaks).toEqual([]);
  });
}

describe('the vault, with its queue in PostgreSQL,', () => {
  const queueText = async (): Promise<string> => {
    const text = await databaseText(inPostgres.databaseUrl);
    expect(text).toContain('bullmq.job');
    return text;
  };
  theVault(() => inPostgres, exerciseAll, queueText);
});

describeWhere(hasRedis(), 'redis-server is not installed', 'the vault, with its queue in Redis,', () => {
  theVault(
    () => inRedis as Exposed,
    exerciseQueue,
    () => redisText((redis as OwnRedis).url),
  );
});
