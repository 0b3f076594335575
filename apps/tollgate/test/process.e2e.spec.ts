import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import request from 'supertest';
import { freePort } from '#platform/database/postgres-server.js';
import { startProcess, type TollgateProcess } from './process.js';
import { openReceiver } from './receiver.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(180_000);

const KEY = 'skey_test_tollgate';

let dir: string;
let settings: Record<string, string>;
let url: string;
const running: TollgateProcess[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tollgate-process-'));
  await chmod(dir, 0o755);
  const [api, vault, pay] = await Promise.all([freePort(), freePort(), freePort()]);
  settings = { DATA_DIR: dir, API_PORT: String(api), VAULT_PORT: String(vault), PAY_PORT: String(pay), LOG_LEVEL: 'warn' };
  url = `http://127.0.0.1:${api}`;
});

afterEach(async () => {
  const instances = running.splice(0);
  for (const { child } of instances) child.kill('SIGTERM');
  await Promise.all(instances.map((instance) => instance.ended()));
  await rm(dir, { recursive: true, force: true });
});

function start(overrides: Record<string, string> = {}): TollgateProcess {
  const instance = startProcess({ ...settings, ...overrides });
  running.push(instance);
  return instance;
}

async function ready(overrides: Record<string, string> = {}): Promise<TollgateProcess> {
  const instance = start(overrides);
  await instance.ready();
  return instance;
}

async function stop(instance: TollgateProcess, signal: NodeJS.Signals): Promise<number | string | null> {
  instance.child.kill(signal);
  return instance.ended();
}

const boost = { amount: 2000, currency: 'MYR', 'source[type]': 'boost', return_uri: 'https://shop.example/return' };
const charge = async (form: object = {}): Promise<string> =>
  (
    await request(url)
      .post('/charges')
      .auth(KEY, '')
      .type('form')
      .send({ ...boost, ...form })
  ).body.id as string;
const statusOf = async (id: string): Promise<string> => (await request(url).get(`/charges/${id}`).auth(KEY, '')).body.status as string;

/** The address of the embedded PostgreSQL, as its own files name it. */
async function databaseUrl(): Promise<string> {
  const port = (await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const password = await readFile(join(dir, 'postgres-password'), 'utf8');
  return `postgresql://tollgate:${password}@127.0.0.1:${port}/tollgate`;
}

/** The postmaster's process, as its own pid file names it. */
async function postmaster(): Promise<number> {
  return Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a process of Tollgate', () => {
  it('starts on an empty folder, says how to use it, and keeps its data over a clean stop', async () => {
    const first = await ready();
    for (const said of [url, 'pkey_test_tollgate', 'skey_test_tollgate', 'pkey_tollgate', 'skey_tollgate', 'dG9sbGdhdGUt', 'curl -s']) {
      expect(first.output()).toContain(said);
    }
    for (const path of ['/healthz', '/readyz']) {
      for (const port of [settings['API_PORT'], settings['VAULT_PORT'], settings['PAY_PORT']]) {
        const { status, body } = await request(`http://127.0.0.1:${port}`).get(path);
        expect({ status, body: body as unknown }).toEqual({ status: 200, body: { status: 'ok' } });
      }
    }
    const id = await charge();
    const pid = await postmaster();
    expect(await stop(first, 'SIGTERM')).toBe(0);
    // It removes its pid file, which is waited for, a moment before it ends.
    await until(() => Promise.resolve(!isAlive(pid)));

    const second = await ready();
    expect(await statusOf(id)).toBe('pending');
    expect(await stop(second, 'SIGINT')).toBe(0);
  });

  it('recovers by itself after kill -9, with PostgreSQL still running', async () => {
    const first = await ready();
    const id = await charge();
    expect(await stop(first, 'SIGKILL')).toBe('SIGKILL');
    const pid = await postmaster();
    expect(isAlive(pid)).toBe(true);

    const second = await ready();
    expect(await postmaster()).toBe(pid);
    expect(await statusOf(id)).toBe('pending');
    expect(await stop(second, 'SIGTERM')).toBe(0);
    expect(existsSync(join(dir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('recovers after PostgreSQL was killed with it, and from a pid file that names a stranger', async () => {
    const first = await ready();
    const id = await charge();
    const pid = await postmaster();
    await stop(first, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    const pidFile = join(dir, 'postgres', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));

    const second = await ready();
    expect(await statusOf(id)).toBe('pending');
    expect(await stop(second, 'SIGTERM')).toBe(0);
  });

  it('delivers and expires after a kill -9 what was due before it', async () => {
    const receiver = await openReceiver();
    receiver.answer((_, response) => void response.writeHead(500).end());
    const overrides = { WEBHOOK_URL: receiver.uri, WEBHOOK_TIMEOUT_MS: '1000', WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s,1s,1s' };
    const first = await ready(overrides);
    const id = await charge({ expires_at: new Date(Date.now() + 2_500).toISOString() });
    await receiver.next('charge.create');
    await stop(first, 'SIGKILL');
    receiver.answer((_, response) => void response.end());

    await ready(overrides);
    const again = await receiver.next('charge.create');
    const { event } = await receiver.next('charge.complete');
    expect(again.event.data.id).toBe(id);
    expect(event.data).toMatchObject({ id, status: 'expired' });
    await receiver.close();
  });

  it('finishes a request under way before it stops', async () => {
    const instance = await ready();
    const id = await charge();
    // Whoever holds the charge's row keeps a request that settles it under way for as long as the spec likes.
    const holder = new Client({ connectionString: await databaseUrl() });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const paid = request(url).post(`/charges/${id}/mark_as_paid`).auth(KEY, '').then();
    await until(async () => ((await holder.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount ?? 0) > 0);
    instance.child.kill('SIGTERM');
    await until(() =>
      request(url)
        .get('/healthz')
        .then(
          () => false,
          () => true,
        ),
    );
    await holder.query('COMMIT');
    const { status, body, headers } = await paid;
    expect([status, body.status, headers['connection']]).toEqual([200, 'successful', 'close']);
    await holder.end();
    expect(await instance.ended()).toBe(0);
  });

  it('stops within its time though a receiver never answers, and the attempt is made again', async () => {
    const receiver = await openReceiver();
    receiver.answer(() => undefined);
    const overrides = { WEBHOOK_URL: receiver.uri, WEBHOOK_TIMEOUT_MS: '120000', WEBHOOK_RETRY_DELAYS: '1s,1s' };
    const instance = await ready(overrides);
    const id = await charge();
    await receiver.next('charge.create');
    expect(await stop(instance, 'SIGTERM')).toBe(0);
    expect(existsSync(join(dir, 'postgres', 'postmaster.pid'))).toBe(false);

    receiver.answer((_, response) => void response.end());
    await ready(overrides);
    expect((await receiver.next('charge.create')).event.data.id).toBe(id);
    await receiver.close();
  });

  it('goes on when PostgreSQL is killed under it, and still lets no other in', async () => {
    await ready();
    const id = await charge();
    process.kill(await postmaster(), 'SIGKILL');
    await until(async () => (await request(url).get(`/charges/${id}`).auth(KEY, '')).status === 200);
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const second = start({ API_PORT: String(ports[0]), VAULT_PORT: String(ports[1]), PAY_PORT: String(ports[2]) });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain('is in use by another Tollgate');
    expect(await statusOf(id)).toBe('pending');
  });

  it('answers 503, never 500, while its connections are cut', async () => {
    await ready();
    const id = await charge();
    const client = new Client({ connectionString: await databaseUrl() });
    await client.connect();
    const statuses = new Set<number>();
    for (let round = 0; round < 15; round += 1) {
      const answers = Array.from({ length: 6 }, () => request(url).get(`/charges/${id}`).auth(KEY, ''));
      const settled = Array.from({ length: 4 }, () => request(url).post('/charges').auth(KEY, '').type('form').send(boost));
      await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tollgate'");
      for (const { status } of await Promise.all([...answers, ...settled])) statuses.add(status);
    }
    await client.end();
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await statusOf(await charge())).toBe('pending');
  });

  it('refuses to share its folder with another one', async () => {
    await ready();
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const second = start({ API_PORT: String(ports[0]), VAULT_PORT: String(ports[1]), PAY_PORT: String(ports[2]) });
    expect(await second.ended()).toBe(1);
    expect(second.output().trim()).toMatch(/^tollgate: DATA_DIR: .* is in use by another Tollgate[^\n]*$/);
    expect(await statusOf(await charge())).toBe('pending');
  });

  it('brings the demo account in line with the settings at each start', async () => {
    await stop(await ready(), 'SIGTERM');
    await ready({
      TEST_SECRET_KEY: 'skey_test_mine',
      WEBHOOK_URL: 'http://127.0.0.1:9/hook',
      ACCOUNT_COUNTRY: 'MY',
      ACCOUNT_CURRENCY: 'MYR',
    });
    expect((await request(url).get('/account').auth(KEY, '')).status).toBe(401);
    const { body } = await request(url).get('/account').auth('skey_test_mine', '');
    expect(body).toMatchObject({ country: 'MY', currency: 'MYR', webhook_uri: 'http://127.0.0.1:9/hook' });
  });
});

describe('a start that cannot be', () => {
  let squatter: Server;

  beforeEach(async () => {
    squatter = createServer().listen(Number(settings['PAY_PORT']), '127.0.0.1');
    await once(squatter, 'listening');
  });

  afterEach(() => squatter.close());

  it.each([
    ['a port in use', {}, 'PAY_PORT'],
    ['a port that is none', { API_PORT: '70000' }, 'API_PORT'],
    ['a port for metrics that is none', { METRICS_PORT: '0' }, 'METRICS_PORT'],
    ['a port for metrics that is the API’s', { METRICS_PORT: '7499', API_PORT: '7499' }, 'METRICS_PORT'],
    ['an address for metrics that is not this machine’s', { METRICS_HOST: '192.0.2.1', METRICS_PORT: '7499' }, 'METRICS_HOST'],
    ['a folder that is a file', { DATA_DIR: resolveFile() }, 'DATA_DIR'],
    ['a folder that cannot be made', { DATA_DIR: '/proc/tollgate' }, 'DATA_DIR'],
    ['a database that is not there', { DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:1/none' }, 'DATABASE_URL'],
    ['a setting that means nothing', { KEY_RULES: 'loose' }, 'KEY_RULES'],
    ['the demo keys where others can reach them', { HOST: '0.0.0.0' }, 'TEST_PUBLIC_KEY'],
    ['an address that is not this machine’s', { HOST: '192.0.2.1', ALLOW_DEMO_KEYS: 'true' }, 'HOST'],
  ])('says in one line that it is %s', async (_, overrides, name) => {
    const instance = start(overrides);
    expect(await instance.ended()).toBe(1);
    expect(instance.output().trim()).toMatch(new RegExp(`^tollgate: ${name}: [^\\n]+$`));
    expect(instance.output()).not.toContain('secret@');
    if (existsSync(join(dir, 'postgres'))) expect(existsSync(join(dir, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});

function resolveFile(): string {
  return join(process.cwd(), 'package.json');
}
