import { Client } from 'pg';
import request from 'supertest';
import { until, within } from '#platform/testing/until.js';
import { useGateway, useOwnGateway, type Gateway } from './harness.js';
import type { Merchant } from './merchant.js';

const BOOST = {
  amount: 2000,
  currency: 'MYR',
  'source[type]': 'boost',
  return_uri: 'https://shop.example/return',
};
/** As many transactions at once as a process has. */
const MOST_TRANSACTIONS = 6;

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useGateway();
const other = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
let merchant: Merchant;
/** The spec's own connections, which hold locks. */
let holder: Client;
let rival: Client;
let keeper: Client;
let keeperPid: number;

beforeAll(async () => {
  [holder, rival, keeper] = [await connect(), await connect(), await connect()];
  // First requests are slow, and waiting requests time out after five seconds.
  merchant = await gateway.account();
  for (const at of [gateway, other]) await post(at, '/charges', BOOST, at.settings.baseUrl);
  merchant = await gateway.account();
  await beginPatientRequest();
});

beforeEach(async () => {
  merchant = await gateway.account();
});

afterAll(() => Promise.all([holder, rival, keeper].map((client) => client.end())));

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: gateway.databaseUrl });
  await client.connect();
  return client;
}

/** Sends at once; supertest would wait for `then`. */
function start(call: request.Test): Promise<request.Response> {
  return call.then((answer) => answer);
}

function post(at: Gateway, path: string, form: object, key: string): Promise<request.Response> {
  const call = request(at.settings.baseUrl).post(path).auth(merchant.key('secret'), '').type('form');
  return start(call.set('Idempotency-Key', key).send(form));
}

/** A request that waits for its key, which the keeper holds. Other specs run during its five seconds. */
let patient: { readonly answer: Promise<request.Response>; readonly merchant: Merchant };

async function beginPatientRequest(): Promise<void> {
  await post(gateway, '/charges', BOOST, 'a');
  const { rows } = await keeper.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  keeperPid = rows[0]?.pid ?? NaN;
  await keeper.query('BEGIN');
  await keeper.query('SELECT FROM idempotency_key WHERE account_id = $1 FOR UPDATE', [merchant.id]);
  patient = { answer: post(other, '/charges', BOOST, 'a'), merchant };
}

/** Number of statements that wait for a lock, except those of the keeper. */
async function waitingForLocks(): Promise<number> {
  const rows = await gateway.database.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND NOT ${keeperPid}::int = ANY (pg_blocking_pids(pid))`;
  return rows.length;
}

/** Resolves when so many requests wait for a lock. */
function untilWaiting(count: number): Promise<void> {
  return until(
    async () => (await waitingForLocks()) === count,
    async () => `${await waitingForLocks()} wait for a lock, and not ${count}`,
  );
}

/** Number of requests that wait for a lock or for their turn. */
async function transactionsOpen(): Promise<number> {
  const rows = await gateway.database.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'tollgate' AND (wait_event_type = 'Lock' OR state = 'idle in transaction')
      AND NOT ${keeperPid}::int = ANY (pg_blocking_pids(pid))`;
  return rows.length;
}

const replayed = ({ headers }: request.Response): boolean => headers['idempotent-replayed'] === 'true';
const charges = (): Promise<number> => gateway.database.charge.count({ where: { accountId: merchant.id } });
const events = (): Promise<number> => gateway.database.event.count({ where: { accountId: merchant.id } });

describe('concurrent requests with one key, in two processes,', () => {
  it('do the work once, and all get its response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => post(index % 2 ? gateway : other, '/charges', BOOST, 'a')),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => !replayed(answer))).toHaveLength(1);
    expect([await charges(), await events()]).toEqual([1, 1]);
  });

  it('wait for the first one', async () => {
    const { id } = await merchant.charge();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const first = post(gateway, `/charges/${id}/mark_as_paid`, {}, 'a');
    await untilWaiting(1);
    const second = post(other, `/charges/${id}/mark_as_paid`, {}, 'a');
    await untilWaiting(2);
    await holder.query('COMMIT');
    const answers = await Promise.all([first, second]);
    expect(answers.map((answer): unknown[] => [answer.status, answer.body.status, replayed(answer)])).toEqual(
      [
        [200, 'successful', false],
        [200, 'successful', true],
      ],
    );
  });

  it('repeat the work if the first failed', async () => {
    const { id } = await merchant.charge();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const first = post(gateway, `/charges/${id}/expire`, {}, 'a');
    await untilWaiting(1);
    const second = post(other, `/charges/${id}/expire`, {}, 'a');
    await untilWaiting(2);
    await gateway.database.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%UPDATE charge%' AND wait_event_type = 'Lock'`;
    await holder.query('COMMIT');
    expect((await first).status).toBe(503);
    const done = await second;
    expect([done.status, done.body.status, replayed(done)]).toEqual([200, 'expired', false]);
  });
});

describe('concurrent requests with different keys', () => {
  it('create one charge on one source; the others are rejected, and stay rejected', async () => {
    const { body: source } = await merchant.post('/sources', {
      type: 'boost',
      amount: 2000,
      currency: 'MYR',
    });
    const form = {
      amount: 2000,
      currency: 'MYR',
      source: source.id as string,
      return_uri: 'https://shop.example/return',
    };
    const send = (): Promise<request.Response[]> =>
      Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          post(index % 2 ? gateway : other, '/charges', form, `key ${index}`),
        ),
      );
    const answers = await send();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(new Set(refusals.map(({ body }) => body.message as string))).toEqual(
      new Set(['source was already used']),
    );
    expect((await send()).map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
    expect(await charges()).toBe(1);
  });

  it('create one charge with one token', async () => {
    const form = { amount: 100_000, currency: 'THB', card: (await merchant.token()).id };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post(index % 2 ? gateway : other, '/charges', form, `key ${index}`),
      ),
    );
    expect(
      answers.map(({ status, body }) => (status === 200 ? 'made' : (body.code as string))).sort(),
    ).toEqual(['made', ...answers.slice(1).map(() => 'used_token')]);
    expect(await charges()).toBe(1);
  });

  it('change one customer without losing changes', async () => {
    const { id } = await merchant.customer();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => merchant.token()));
    const answers = await Promise.all(
      tokens.map((token, index) => {
        const call = request((index % 2 ? gateway : other).settings.baseUrl)
          .patch(`/customers/${id}`)
          .auth(merchant.key('secret'), '');
        return start(call.set('Idempotency-Key', `key ${index}`).send({ card: token.id }));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await merchant.get(`/customers/${id}`)).body.cards.total).toBe(8);
  });

  it('leave connections for requests without keys', async () => {
    const { id } = await merchant.charge();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const waiting = Array.from({ length: 2 * MOST_TRANSACTIONS }, (_, index) =>
      post(gateway, `/charges/${id}/expire`, {}, `key ${index}`),
    );
    await until(
      async () => (await transactionsOpen()) >= MOST_TRANSACTIONS,
      'they do not take all transactions that there are',
    );
    expect((await merchant.get('/charges')).status).toBe(200);
    expect((await merchant.post('/charges', BOOST)).status).toBe(200);
    await holder.query('COMMIT');
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(2 * MOST_TRANSACTIONS - 1);
  });
});

describe('a request with a key that loses a race', () => {
  it('releases its locks before its second attempt', async () => {
    const [{ id }, token] = [await merchant.customer(), await merchant.token()];
    await holder.query('BEGIN');
    await holder.query('UPDATE token SET version = version + 1 WHERE id = $1', [token.id]);
    const call = merchant.patch(`/customers/${id}`, { card: token.id }).set('Idempotency-Key', 'a');
    // It has locked the customer, and waits for the token.
    const attached = start(call);
    await untilWaiting(1);
    await rival.query('BEGIN');
    const locked = rival.query<{ version: number }>('SELECT version FROM customer WHERE id = $1 FOR UPDATE', [
      id,
    ]);
    await untilWaiting(2);
    await holder.query('COMMIT');
    // The one that came second has the customer before the first is through.
    expect((await locked).rows).toEqual([{ version: 0 }]);
    await untilWaiting(1);
    await rival.query('COMMIT');
    const { status, body } = await attached;
    expect([status, body.default_card]).toEqual([200, token.card?.id]);
  });
});

describe('a request whose key is in use', () => {
  it('waits at most 5 seconds, then returns 503', async () => {
    // It is answered while the keeper still has the key.
    const { status, body, headers } = await within(patient.answer, 'the request waits for its key for ever');
    const message = 'a request with this Idempotency-Key is still in progress; retry with the same key';
    expect({ status, body: body as unknown }).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable', message },
    });
    expect(headers['retry-after']).toBe('1');
    await keeper.query('COMMIT');
    merchant = patient.merchant;
    expect(replayed(await post(other, '/charges', BOOST, 'a'))).toBe(true);
    expect(await charges()).toBe(1);
  });
});
