import { Client } from 'pg';
import { expectTryAgain, idOf, type Caller, type Outcome } from '../../apps/tollgate/test/caller.js';
import { Door } from '../../apps/tollgate/test/door.js';
import { countOf, described, useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { until } from '../../libs/platform/testing/until.js';

/** Of ten requests, the first have a key, and so a transaction of their own; the others share statements. */
const KEYED = 6;

let door: Door;
const receiver = useReceiver();
const tollgate = useOwnProcess(async (databaseUrl) => {
  door = await Door.open(databaseUrl);
  const delays = Array.from({ length: 50 }, () => '1s').join();
  return { DATABASE_URL: door.url, WEBHOOK_URL: receiver.uri, WEBHOOK_RETRY_DELAYS: delays };
});

afterAll(() => door.shut());

const get = (path: string): Promise<Outcome> => tollgate.caller.get(path);

/** True if the charge's only delivery meets the condition. */
async function isDelivery(id: string, condition: string): Promise<boolean> {
  const sql = `SELECT FROM webhook_delivery JOIN event ON event.id = event_id WHERE object_id = $1 AND ${condition}`;
  return (await tollgate.database.query(sql, [id])).rowCount === 1;
}

/** A charge whose first delivery was refused, and is not being tried at the moment. */
async function undelivered(description: string): Promise<string> {
  receiver.answer((_, response) => void response.writeHead(500).end());
  const id = idOf(await tollgate.caller.create(description));
  await until(
    () => isDelivery(id, 'attempt_count > 0 AND claimed_until IS NULL'),
    'nothing is delivered to a receiver that refuses it',
  );
  return id;
}

/** It recovers by itself, and delivers pending webhooks. */
async function expectRecovered(id: string): Promise<void> {
  receiver.answer((_, response) => void response.end());
  await until(async () => (await get('/readyz')).status === 200, 'it does not become ready');
  expect((await get(`/charges/${id}`)).status).toBe(200);
  expect((await tollgate.caller.create('afterwards')).status).toBe(200);
  await until(
    () => isDelivery(id, "status = 'delivered'"),
    'what could not be delivered is not delivered later',
  );
}

/** Expects 503 for every request while the server is unreachable. */
async function expectRefusals(id: string, why: string): Promise<void> {
  const asked = Array.from({ length: 15 }, (_, index) => [
    get(`/charges/${id}`),
    tollgate.caller.create(`refused ${index}`, index % 2 ? `key ${why} ${index}` : undefined),
  ]);
  for (const outcome of await Promise.all(asked.flat())) expectTryAgain(outcome);
}

async function expectAliveButNotReady(): Promise<void> {
  expect((await get('/healthz')).status).toBe(200);
  expectTryAgain(await get('/readyz'));
}

describe('a PostgreSQL', () => {
  it('that refuses connections causes 503 everywhere; Tollgate recovers with it', async () => {
    const id = await undelivered('before it was away');
    await door.shut();
    await expectRefusals(id, 'away');
    await expectAliveButNotReady();
    await door.reopen();
    await expectRecovered(id);
  });

  it('that cuts connections during statements causes 503, and requests can be repeated with their keys', async () => {
    const { caller, database } = tollgate;
    const names = Array.from({ length: 10 }, (_, index) => `cut ${index}`);
    const keyOf = (name: string): string | undefined => (Number(name.slice(-1)) < KEYED ? name : undefined);
    const send = (): ReturnType<Caller['create']>[] => names.map((name) => caller.create(name, keyOf(name)));
    const holder = new Client({ connectionString: tollgate.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE charge IN EXCLUSIVE MODE');
    const outcomes: Outcome[] = [];
    const requests = send().map(async (request) => outcomes.push(await request));
    const cutAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO charge%'`;
    let cuts = 0;
    // Repeated, because requests that wait for the end of a statement arrive with the next one.
    const areAnswered = async (): Promise<boolean> => {
      cuts += (await database.query(cutAll)).rowCount ?? 0;
      return outcomes.length === names.length;
    };
    await until(
      areAnswered,
      () => `${cuts} statements were cut, and of ${names.length} requests ${outcomes.length} are answered`,
    );
    await Promise.all(requests);
    for (const outcome of outcomes) expectTryAgain(outcome);
    expect(cuts).toBeGreaterThan(0);
    await holder.query('ROLLBACK');
    await holder.end();

    const made = async (): Promise<string[]> =>
      (await described(database)).filter((name) => names.includes(name));
    expect(await made()).toEqual([]);
    for (const { status } of await Promise.all(send())) expect(status).toBe(200);
    expect(await made()).toEqual(names);
    for (const name of names.filter(keyOf))
      expect((await caller.create(name, keyOf(name))).headers['idempotent-replayed']).toBe('true');
    expect(await made()).toEqual(names);
  });

  it('that never answers fails readiness first, and no request waits for ever', async () => {
    const id = await undelivered('before it was silent');
    // There are connections then, on which nothing will come any more.
    await Promise.all(['/charges', `/charges/${id}`, '/readyz'].map(get));
    door.mute();
    const order: string[] = [];
    const listed = get('/charges').finally(() => order.push('who waits for what was asked of it'));
    await expectAliveButNotReady().then(() => order.push('who asks whether it is ready'));
    await expectRefusals(id, 'silent');
    expectTryAgain(await listed);
    expect(order).toEqual(['who asks whether it is ready', 'who waits for what was asked of it']);
    door.unmute();
    await expectRecovered(id);
  });

  it('that was unreachable leaves no rejected work, no waiting query, and the same process', async () => {
    const { database } = tollgate;
    expect((await described(database)).filter((name) => name.startsWith('refused'))).toEqual([]);
    const jobs = (): Promise<number> => countOf(database, "bullmq.job WHERE queue = 'webhook-delivery'");
    await until(async () => (await jobs()) === 0, 'jobs are left in the queue');
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
