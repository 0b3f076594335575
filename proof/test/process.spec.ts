import { once } from 'node:events';
import { createServer } from 'node:net';
import request from 'supertest';
import { until } from '../../libs/platform/testing/until.js';
import { DEMO_KEY } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { isAlive, OwnFolder, stop } from './own-folder.js';

/** Longer than anybody waits for it. */
const RECEIVER_TIMEOUT_MS = 120_000;

const receiver = useReceiver();
let folder: OwnFolder;
const settings = (): Record<string, string> => ({
  WEBHOOK_URL: receiver.uri,
  WEBHOOK_TIMEOUT_MS: String(RECEIVER_TIMEOUT_MS),
  WEBHOOK_RETRY_DELAYS: '1s,1s',
});

beforeAll(async () => void (folder = await OwnFolder.open()));

afterAll(() => folder.remove());

const isAnswering = (): Promise<boolean> =>
  request(folder.url)
    .get('/healthz')
    .then(
      () => true,
      () => false,
    );

describe('a Tollgate process', () => {
  it('starts in an empty folder, and prints how to use it', async () => {
    const first = await folder.running(settings());
    for (const text of [
      folder.url,
      'pkey_test_tollgate',
      DEMO_KEY,
      'pkey_tollgate',
      'skey_tollgate',
      'dG9sbGdhdGUt',
      'curl -s',
    ]) {
      expect(first.output()).toContain(text);
    }
    for (const path of ['/healthz', '/readyz']) {
      for (const port of folder.ports) {
        const { status, body } = await request(`http://127.0.0.1:${port}`).get(path);
        expect({ status, body: body as unknown }).toEqual({ status: 200, body: { status: 'ok' } });
      }
    }
  });

  it('finishes open requests before it stops, interrupts deliveries, and continues them after a restart', async () => {
    const first = await folder.running(settings());
    receiver.answer(() => undefined);
    const id = await folder.charge();
    await receiver.next('charge.create');
    // A lock on the charge's row keeps a request in progress as long as the spec needs.
    const holder = await folder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const paid = request(folder.url).post(`/charges/${id}/mark_as_paid`).auth(DEMO_KEY, '').then();
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await until(
      async () => ((await holder.query(waiting)).rowCount ?? 0) > 0,
      'nobody waits for the row of the charge',
    );
    const pid = await folder.postmaster();
    first.child.kill('SIGTERM');
    await until(async () => !(await isAnswering()), 'it goes on taking requests');
    await holder.query('COMMIT');
    const { status, body, headers } = await paid;
    expect([status, body.status, headers['connection']]).toEqual([200, 'successful', 'close']);
    await holder.end();
    expect(await first.ended()).toBe(0);
    expect(folder.hasPidFile).toBe(false);
    // It removes its pid file, which is waited for, a moment before it ends.
    await until(() => !isAlive(pid), 'PostgreSQL outlives it');

    // The demo account is brought in line with the settings at each start.
    receiver.answer((_, response) => void response.end());
    const [key, uri] = ['skey_test_mine', `${receiver.uri}/mine`];
    const others = { TEST_SECRET_KEY: key, WEBHOOK_URL: uri, ACCOUNT_COUNTRY: 'MY', ACCOUNT_CURRENCY: 'MYR' };
    const second = await folder.running({ ...settings(), ...others });
    expect(await folder.statusOf(id, key)).toBe('successful');
    expect((await receiver.next('charge.create')).event.data.id).toBe(id);
    expect((await request(folder.url).get('/account').auth(DEMO_KEY, '')).status).toBe(401);
    const { body: account } = await request(folder.url).get('/account').auth(key, '');
    expect(account).toMatchObject({ country: 'MY', currency: 'MYR', webhook_uri: uri });
    expect(await stop(second, 'SIGINT')).toBe(0);
  });
});

describe('an impossible start', () => {
  it('prints one line to standard error without passwords, and exits with code 1', async () => {
    const refused = folder.start({ DATABASE_URL: 'postgresql://nobody:hunter2@127.0.0.1:1/none' });
    let errors = '';
    refused.child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect(await refused.ended()).toBe(1);
    expect(errors).toMatch(/^tollgate: DATABASE_URL: [^\n]+\n$/);
    expect(errors).not.toContain('hunter2');
    expect(refused.output()).toBe(errors);
  });

  it('stops the PostgreSQL that it started', async () => {
    const squatter = createServer().listen(Number(folder.ports[2]), '127.0.0.1');
    await once(squatter, 'listening');
    const refused = folder.start();
    expect(await refused.ended()).toBe(1);
    squatter.close();
    expect(refused.output()).toMatch(/^tollgate: PAY_PORT: [^\n]+\n$/);
    expect(refused.output()).not.toContain(await folder.password());
    expect(folder.hasPidFile).toBe(false);
  });
});
