import { Client } from 'pg';
import { until } from '#platform/testing/until.js';
import { expectTryAgain, idOf, openCaller, type Caller } from './caller.js';
import { useOwnGateway } from './harness.js';
import { createDatabase } from './test-database.js';
import { described } from './own-process.js';
import { useReceiver } from './receiver.js';

/** Of another role than Tollgate, and so not limited. */
let admin: Client;
let role: string;
const gateway = useOwnGateway(async () => {
  const url = new URL(await createDatabase());
  admin = new Client({ connectionString: url.href });
  await admin.connect();
  role = `limited_${url.pathname.slice(1)}`;
  // A superuser would not be limited.
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' IN ROLE CURRENT_USER`);
  return { DATABASE_URL: Object.assign(url, { username: role, password: role }).href };
});
const receiver = useReceiver();
let caller: Caller;

beforeAll(async () => {
  const merchant = await gateway.account({ webhookUri: receiver.uri });
  caller = openCaller(gateway.settings.baseUrl, merchant.key('secret'));
});

afterAll(async () => {
  await caller.close();
  await admin.query(`DROP OWNED BY ${role}`);
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});

const limit = (connections: number): Promise<unknown> =>
  admin.query(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);
const statusOf = async (path: string): Promise<number> => (await caller.get(path)).status;

/** Ends every connection of Tollgate's but the first so many of requests. */
async function keepOnly(count: number): Promise<void> {
  const ended = async (): Promise<number | null> => {
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND pid NOT IN
      (SELECT pid FROM pg_stat_activity WHERE usename = $1 AND application_name = 'tollgate' ORDER BY backend_start LIMIT $2)`;
    return (await admin.query(others, [role, count])).rowCount;
  };
  await until(async () => (await ended()) === 0, 'PostgreSQL does not end the connections');
}

async function cutOff(): Promise<void> {
  await keepOnly(0);
  await until(
    async () => (await statusOf('/readyz')) === 503,
    'Tollgate does not tell that it is without a database',
  );
}

describe('a PostgreSQL out of connections', () => {
  it('causes 503 for new connections, serves existing ones, and recovers', async () => {
    const before = idOf(await caller.create('before'));
    await limit(1);
    // Otherwise a pool that is already full serves every request.
    await keepOnly(1);
    const names = Array.from({ length: 40 }, (_, index) => `order ${index + 10}`);
    // Each transaction needs a connection of its own.
    const outcomes = await Promise.all(names.map((name) => caller.create(name, name)));
    const made = names.filter((_, index) => outcomes[index]?.status === 200);
    const refused = outcomes.filter(({ status }) => status !== 200);
    expect([made.length > 0, refused.length > 0]).toEqual([true, true]);
    for (const outcome of refused) expectTryAgain(outcome);

    await limit(0);
    await cutOff();
    for (const outcome of [await caller.get(`/charges/${before}`), await caller.create('refused')])
      expectTryAgain(outcome);
    expect(await statusOf('/healthz')).toBe(200);
    expect(await described(admin)).toEqual(['before', ...made]);

    await limit(-1);
    await until(async () => (await statusOf('/readyz')) === 200, 'Tollgate is not ready again');
    for (const name of names) expect((await caller.create(name, name)).status).toBe(200);
    expect(await described(admin)).toEqual(['before', ...names]);
    const events = (name: string): Promise<unknown> =>
      receiver.next(({ event }) => event.data['description'] === name);
    await Promise.all(['before', ...names].map(events));
  });
});
