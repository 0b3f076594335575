import { jest } from '@jest/globals';
import { Client } from 'pg';
import { expectTryAgain, idOf, type Caller } from './caller.js';
import { Door } from './door.js';
import { described, ownProcess, type OwnProcess } from './own-process.js';
import type { TollgateProcess } from './process.js';
import { openReceiver, type Receiver } from './receiver.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

/** What a busy machine may add. */
const SLACK_MS = 4_000;
/** The wait for a connection. */
const PATIENCE_MS = 5_000 + SLACK_MS;
/** The longest that one waits for a server that does not answer. */
const SILENCE_MS = 16_000 + SLACK_MS;
const READY_LIMIT_MS = 2_000 + SLACK_MS;
/** Each has a transaction of its own. */
const KEYED = 6;
/** And one without a key; the others wait for its end. */
const IN_STATEMENTS = KEYED + 1;

let door: Door;
let tollgate: OwnProcess;
let receiver: Receiver;
let caller: Caller;

beforeAll(async () => {
  receiver = await openReceiver();
  tollgate = await ownProcess(async (databaseUrl) => {
    door = await Door.open(databaseUrl);
    const delays = Array.from({ length: 50 }, () => '2s').join();
    return { DATABASE_URL: door.url, WEBHOOK_URL: receiver.uri, WEBHOOK_RETRY_DELAYS: delays };
  });
  caller = tollgate.caller;
});

afterAll(async () => {
  await tollgate.close();
  await door.shut();
  await receiver.close();
});

const statusOf = async (path: string): Promise<number> => (await caller.get(path)).status;

/** A charge whose first delivery was refused, and is not being tried at the moment. */
async function undelivered(description: string): Promise<string> {
  receiver.answer((_, response) => void response.writeHead(500).end());
  const id = idOf(await caller.create(description));
  const refused = 'SELECT FROM webhook_delivery JOIN event ON event.id = event_id WHERE object_id = $1 AND attempt_count > 0';
  await until(async () => (await tollgate.database.query(`${refused} AND claimed_until IS NULL`, [id])).rowCount === 1);
  return id;
}

/** It serves again, by itself, and delivers what it could not. */
async function expectRecovered(id: string): Promise<void> {
  receiver.answer((_, response) => void response.end());
  await until(async () => (await statusOf('/readyz')) === 200);
  expect((await caller.get(`/charges/${id}`)).status).toBe(200);
  expect((await caller.create('afterwards')).status).toBe(200);
  const before = receiver.received.length;
  await until(() => Promise.resolve(receiver.received.slice(before).some(({ event }) => event.data.id === id)));
}

/** All of them are told to try again, none of them late. */
async function expectRefusals(id: string, limitMs: number): Promise<void> {
  const asked = Array.from({ length: 15 }, (_, index) => [
    caller.get(`/charges/${id}`),
    caller.create(`refused ${index}`, index % 2 ? `key ${limitMs} ${index}` : undefined),
  ]);
  for (const outcome of await Promise.all(asked.flat())) {
    expectTryAgain(outcome);
    expect(outcome.tookMs).toBeLessThan(limitMs);
  }
}

async function expectAliveButNotReady(): Promise<void> {
  expect(await statusOf('/healthz')).toBe(200);
  const ready = await caller.get('/readyz');
  expectTryAgain(ready);
  expect(ready.tookMs).toBeLessThan(READY_LIMIT_MS);
}

describe('while PostgreSQL', () => {
  let running: TollgateProcess;

  beforeAll(async () => void (running = await tollgate.start()));

  it('refuses connections, everything is answered 503, and delivered and served again once it is back', async () => {
    const id = await undelivered('before it was away');
    await door.shut();
    await expectRefusals(id, PATIENCE_MS);
    await expectAliveButNotReady();
    await door.reopen();
    await expectRecovered(id);
  });

  it('cuts connections in the midst of statements, those are answered 503 and can be sent again with their keys', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `cut ${index}`);
    const keyOf = (name: string): string | undefined => (Number(name.slice(-1)) < KEYED ? name : undefined);
    const send = (): ReturnType<Caller['create']>[] => names.map((name) => caller.create(name, keyOf(name)));
    const holder = new Client({ connectionString: tollgate.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE charge IN EXCLUSIVE MODE');
    const requests = send();
    const inserting = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO charge%'";
    await until(async () => (await tollgate.database.query(`SELECT ${inserting}`)).rowCount === IN_STATEMENTS);
    await tollgate.database.query(`SELECT pg_terminate_backend(pid) ${inserting}`);
    for (const outcome of await Promise.all(requests)) expectTryAgain(outcome);
    await holder.query('ROLLBACK');
    await holder.end();

    const cut = async (): Promise<string[]> => (await described(tollgate.database)).filter((name) => names.includes(name));
    expect(await cut()).toEqual([]);
    for (const { status } of await Promise.all(send())) expect(status).toBe(200);
    expect(await cut()).toEqual(names);
    for (const name of names.filter(keyOf)) expect((await caller.create(name, keyOf(name))).headers['idempotent-replayed']).toBe('true');
    expect(await cut()).toEqual(names);
  });

  it('takes connections and answers nothing, neither do those wait for ever that had one', async () => {
    const id = await undelivered('before it was silent');
    door.mute();
    await Promise.all([expectRefusals(id, SILENCE_MS), expectAliveButNotReady()]);
    door.unmute();
    await expectRecovered(id);
  });

  it('was away, nothing has been made that was refused, and the process is the same', async () => {
    expect((await described(tollgate.database)).filter((name) => name.startsWith('refused'))).toEqual([]);
    expect(running.child.exitCode).toBeNull();
    // Nothing waits any more for what was asked while it was silent.
    await until(async () => (await tollgate.database.query("SELECT FROM bullmq.job WHERE queue = 'webhook-delivery'")).rowCount === 0);
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
