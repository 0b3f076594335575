import { Client } from 'pg';
import type { Response } from 'supertest';
import { until } from '#platform/testing/until.js';
import { useGateway, useOwnGateway } from './harness.js';
import { Merchant } from './merchant.js';

/** Any number: the spec's own, that a trigger waits for. */
const GATE = 4_712;

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
let merchant: Merchant;
/** The same merchant at both. */
let shops: readonly Merchant[];
/** A connection of the spec's own, that holds the gate. */
let keeper: Client;

/** The gate stands between the work of a request with a key and its commit. */
beforeAll(async () => {
  keeper = new Client({ connectionString: gateway.databaseUrl });
  await keeper.connect();
  await keeper.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN WHILE NOT pg_try_advisory_xact_lock_shared(${GATE}) LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NEW; END $$`);
  await keeper.query(
    'CREATE TRIGGER gate BEFORE UPDATE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION wait_at_gate()',
  );
});

beforeEach(async () => {
  merchant = await gateway.account();
  shops = [merchant, new Merchant(twin.tollgate, twin.settings, merchant.id)];
  // The first requests are slow, and a statement that waits at the gate is given up after 15 seconds.
  expect(await settingsSeen()).toEqual(BEFORE);
  await keeper.query('SELECT pg_advisory_lock($1)', [GATE]);
});

afterEach(() => keeper.query('SELECT pg_advisory_unlock_all()'));

afterAll(() => keeper.end());

const WAITING = "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";

/** Changes the account's settings; the response comes once the gate is opened. */
async function changeBehindGate(): Promise<{ answer: Promise<Response> }> {
  const form = { three_d_secure: true, webhook_uri: 'http://127.0.0.1:9/hook' };
  const answer = merchant
    .patch('/account', form)
    .set('Idempotency-Key', 'a')
    .then((response) => response);
  await until(
    async () => (await keeper.query(`SELECT ${WAITING}`)).rowCount === 1,
    'the change does not come to the gate',
  );
  return { answer };
}

/** The settings as both gateways show them, and as they act on them. */
async function settingsSeen(): Promise<unknown[]> {
  const accounts = await Promise.all(shops.map((shop) => shop.get('/account')));
  const charges = await Promise.all(
    shops.map((shop) => shop.cardCharge({ return_uri: 'https://shop.example/return' })),
  );
  return [
    ...accounts.map(({ body }: { body: { three_d_secure: boolean; webhook_uri: string | null } }) => [
      body.three_d_secure,
      body.webhook_uri,
    ]),
    ...charges.map(({ status }) => status),
  ];
}

const BEFORE = [[false, null], [false, null], 'successful', 'successful'];

describe('a change of the account', () => {
  it('is visible in every process after the response', async () => {
    const uri = 'http://127.0.0.1:9/hook';
    await merchant.patch('/account', { three_d_secure: true, webhook_uri: uri }).expect(200);
    expect(await settingsSeen()).toEqual([[true, uri], [true, uri], 'pending', 'pending']);
  });
});

describe('a change of the account by a request with an idempotency key', () => {
  it('is invisible before the commit, and visible at once afterwards', async () => {
    const { answer } = await changeBehindGate();
    expect(await settingsSeen()).toEqual(BEFORE);
    await keeper.query('SELECT pg_advisory_unlock($1)', [GATE]);
    const { status, body } = await answer;
    expect([status, body.three_d_secure, body.webhook_uri]).toEqual([200, true, 'http://127.0.0.1:9/hook']);
    expect((await merchant.get('/account')).body).toEqual(body);
  });

  it('disappears after a rollback', async () => {
    const { answer } = await changeBehindGate();
    await keeper.query(`SELECT pg_terminate_backend(pid) ${WAITING}`);
    expect((await answer).status).toBe(503);
    expect(await settingsSeen()).toEqual(BEFORE);
  });
});
