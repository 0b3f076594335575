import { jest } from '@jest/globals';
import { Client } from 'pg';
import request from 'supertest';
import { freePort } from '#platform/database/postgres-server.js';
import { createDatabase } from './harness.js';
import { startProcess, type TollgateProcess } from './process.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(180_000);

const KEY = 'skey_test_tollgate';
const BOOST = { amount: 2000, currency: 'MYR', 'source[type]': 'boost', return_uri: 'https://shop.example/return' };
/** Any number: the spec's own, that a trigger waits for. */
const GATE = 4_711;

let settings: Record<string, string>;
let url: string;
let database: Client;
let running: TollgateProcess;

beforeEach(async () => {
  const databaseUrl = await createDatabase();
  const [api, vault, pay] = await Promise.all([freePort(), freePort(), freePort()]);
  settings = { DATABASE_URL: databaseUrl, API_PORT: String(api), VAULT_PORT: String(vault), PAY_PORT: String(pay), LOG_LEVEL: 'fatal' };
  url = `http://127.0.0.1:${api}`;
  database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await start();
});

afterEach(async () => {
  await stop('SIGTERM');
  await database.end();
});

async function start(): Promise<void> {
  running = startProcess(settings);
  await running.ready();
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  running.child.kill(signal);
  await running.ended();
}

/** What came of a request; nothing, where the connection broke. */
type Answer = Pick<request.Response, 'status' | 'text' | 'headers'> | undefined;

function create(key: string): Promise<Answer> {
  const call = request(url).post('/charges').auth(KEY, '').type('form').set('Idempotency-Key', key).send(BOOST);
  return call.then(
    (answer) => answer,
    () => undefined,
  );
}

/** Ten at a time; the answers of those that succeed come into `made`. */
async function createAll(keys: readonly string[], made: Map<string, string>): Promise<void> {
  const waiting = [...keys];
  const sender = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const answer = await create(key);
      if (answer?.status === 200) made.set(key, answer.text);
    }
  };
  await Promise.all(Array.from({ length: 10 }, sender));
}

const idOf = (text: string): string => (JSON.parse(text) as { id: string }).id;

async function count(table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? 0;
}

describe('after kill -9', () => {
  it('in the midst of many creates, the same keys again make every charge that is missing, and none twice', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `order ${index}`);
    const before = new Map<string, string>();
    const sent = createAll(keys, before);
    await until(() => Promise.resolve(before.size >= keys.length / 3));
    await stop('SIGKILL');
    await sent;
    expect(before.size).toBeLessThan(keys.length);

    await start();
    const after = new Map<string, string>();
    await createAll(keys, after);
    for (const [key, text] of before) expect(after.get(key)).toBe(text);
    expect(new Set([...after.values()].map(idOf)).size).toBe(keys.length);
    expect([await count('charge'), await count('source'), await count('event'), await count('idempotency_key')]).toEqual([
      200, 200, 200, 200,
    ]);
  });

  it('between the work and its answer, nothing of the work is left, and the same key does it anew', async () => {
    await database.query(`
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$`);
    await database.query('CREATE TRIGGER gate BEFORE UPDATE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION wait_at_gate()');
    await database.query('SELECT pg_advisory_lock($1)', [GATE]);
    const unanswered = create('a');
    await until(async () => (await database.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount === 1);
    await stop('SIGKILL');
    expect(await unanswered).toBeUndefined();
    await database.query('SELECT pg_advisory_unlock($1)', [GATE]);
    await until(
      async () =>
        (await database.query("SELECT FROM pg_stat_activity WHERE query LIKE '%SET status%' AND pid <> pg_backend_pid()")).rowCount === 0,
    );
    expect([await count('charge'), await count('idempotency_key')]).toEqual([0, 0]);

    await start();
    expect((await create('a'))?.status).toBe(200);
    expect([await count('charge'), await count('event')]).toEqual([1, 1]);
  });

  it('and after a clean stop, an answer that was given is repeated', async () => {
    const first = await create('a');
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await stop(signal);
      await start();
      const again = await create('a');
      expect([again?.status, again?.text, again?.headers['idempotent-replayed']]).toEqual([200, first?.text, 'true']);
    }
    expect(await count('charge')).toBe(1);
  });
});
