import { connect } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import request from 'supertest';
import { Client } from 'pg';
import { ChargeExpiryProcessor } from '#gateway/charges/charge-expiry.processor.js';
import { WebhookDeliveryProcessor } from '#gateway/webhooks/webhook-delivery.processor.js';
import { freePort } from '#platform/database/postgres-server.js';
import { describeWhere } from './describe-where.js';
import { createDatabase, openGateway, type Gateway, type Merchant } from './harness.js';
import { startProcess, type TollgateProcess } from './process.js';
import { openReceiver, type Receiver } from './receiver.js';
import { HAS_REDIS, ownRedis, type OwnRedis } from './redis.js';
import { routesOf } from './routes.js';
import { scrape, type Scrape } from './scrape.js';
import { until } from './until.js';

let gateway: Gateway;
let receiver: Receiver;
let merchant: Merchant;
let port: number;

beforeAll(async () => {
  port = await freePort();
  receiver = await openReceiver();
  gateway = await openGateway({ METRICS_PORT: String(port), WEBHOOK_RETRY_DELAYS: '50ms,1h', WEBHOOK_TIMEOUT_MS: '500' });
});

beforeEach(async () => {
  merchant = await gateway.account();
});

afterAll(async () => {
  await gateway.close();
  await receiver.close();
});

const read = (): Promise<Scrape> => scrape(port);

/** How much a figure has grown since `before`. */
async function growth(before: Scrape, name: string, labels?: Record<string, string>): Promise<number> {
  return ((await read()).sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0);
}

/** Resolves when a figure has grown by this much: what is counted at the end of an answer is counted a moment after it came. */
function grown(before: Scrape, by: number, name: string, labels?: Record<string, string>): Promise<void> {
  return until(async () => (await growth(before, name, labels)) === by);
}

/** Keeps what the statement locks until it is released. */
async function hold(statement: string, values: string[] = []): Promise<{ release: () => Promise<void> }> {
  const client = new Client({ connectionString: gateway.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return { release: () => client.end() };
}

jest.setTimeout(180_000);

describe('requests', () => {
  const requests = 'tollgate_http_requests_total';

  it('are counted by route and status, with the time they took', async () => {
    const before = await read();
    const charges = await Promise.all([merchant.charge(), merchant.charge(), merchant.charge()]);
    await merchant.retrieve(charges[0].id);
    await merchant.token();
    const made = { part: 'api', method: 'POST', route: '/charges' };
    await grown(before, 3, requests, { ...made, status: '200' });
    await grown(before, 3, 'tollgate_http_request_duration_seconds_count', made);
    await grown(before, 1, requests, { part: 'api', method: 'GET', route: '/charges/:id', status: '200' });
    await grown(before, 1, requests, { part: 'vault', method: 'POST', route: '/tokens', status: '200' });
    expect(await growth(before, 'tollgate_http_request_duration_seconds_sum', made)).toBeGreaterThan(0);
  });

  it('are counted when they are refused, and when they reach no route', async () => {
    const before = await read();
    await merchant.post('/charges', { amount: -1, currency: 'THB' });
    await request(gateway.settings.baseUrl).get('/account');
    for (const path of ['/a', '/b', '/charges/1/2/3']) await merchant.get(path);
    await merchant.post('/charges').type('text').send('no form');
    await grown(before, 1, requests, { route: '/charges', status: '400' });
    await grown(before, 1, requests, { route: '/account', status: '401' });
    await grown(before, 3, requests, { route: 'none', status: '404' });
    await grown(before, 1, requests, { route: 'none', status: '400' });
    expect((await read()).text).not.toContain('/charges/1');
  });

  it('are counted when nobody waits for the answer', async () => {
    const { id } = await merchant.charge();
    const before = await read();
    const { release } = await hold('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const socket = connect(gateway.settings.apiPort, '127.0.0.1');
    const key = Buffer.from(`${merchant.key('secret')}:`).toString('base64');
    socket.write(`POST /charges/${id}/mark_as_paid HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${key}\r\n\r\n`);
    await grown(before, 1, 'tollgate_http_requests_in_progress', { part: 'api' });
    socket.destroy();
    await grown(before, 1, requests, { route: '/charges/:id/mark_as_paid', status: 'aborted' });
    await release();
  });

  it('are counted when they are no HTTP', async () => {
    const before = await read();
    const socket = connect(gateway.settings.vaultPort, '127.0.0.1');
    socket.end('HELLO\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    await grown(before, 1, 'tollgate_http_unreadable_total', { part: 'vault' });
  });

  it('show no route that a host does not have', async () => {
    const { text } = await read();
    const { api, vault, pay } = gateway.tollgate;
    const known = new Set([api, vault, pay].flatMap(routesOf).map((route) => route.split(' ')[1]));
    const shown = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((route) => route !== 'none' && !known.has(route))).toEqual([]);
  });
});

describe('deliveries', () => {
  const attempts = 'tollgate_webhook_attempts_total';

  beforeEach(async () => {
    merchant = await gateway.account({ webhookUri: receiver.uri });
  });

  it('are counted by what each attempt came to, with their lag once they arrive', async () => {
    const before = await read();
    receiver.answer((_, response) => void response.writeHead(receiver.received.length === 1 ? 500 : 204).end());
    await merchant.charge();
    await grown(before, 1, 'tollgate_webhook_deliveries_total', { end: 'delivered' });
    expect(await growth(before, attempts, { outcome: '5xx' })).toBe(1);
    expect(await growth(before, attempts, { outcome: '2xx' })).toBe(1);
    expect(await growth(before, 'tollgate_webhook_attempt_duration_seconds_count')).toBe(2);
    expect(await growth(before, 'tollgate_webhook_delivery_lag_seconds_count')).toBe(1);
    const lag = await growth(before, 'tollgate_webhook_delivery_lag_seconds_sum');
    expect(lag).toBeGreaterThan(0.05);
    expect(lag).toBeLessThan(30);
  });

  it('are counted by the name of the error where there was no answer', async () => {
    const before = await read();
    receiver.answer((_, response) => void response.destroy());
    await merchant.charge();
    await grown(before, 2, attempts, { outcome: 'connection closed' });
    receiver.answer(() => undefined);
    await merchant.charge();
    await grown(before, 2, attempts, { outcome: 'timeout' });
    receiver.answer((_, response) => void response.end());
    await merchant.charge({ 'webhook_endpoints[]': `http://127.0.0.1:${await freePort()}/` });
    await grown(before, 2, attempts, { outcome: 'connection refused' });
  });

  it('show what waits, how old it is, and what nobody has come for', async () => {
    const sweep = jest.spyOn(gateway.tollgate.worker.get(WebhookDeliveryProcessor, { strict: false }), 'sweep').mockResolvedValue(0);
    receiver.answer((_, response) => void response.writeHead(500).end());
    const before = await read();
    await merchant.charge({}, 'live');
    await grown(before, 2, attempts, { outcome: '5xx' });
    expect(await growth(before, 'tollgate_webhook_deliveries_pending', { mode: 'live' })).toBe(1);
    expect((await read()).sum('tollgate_webhook_overdue_seconds', { mode: 'live' })).toBe(0);
    const where = { accountId: merchant.id };
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
    await gateway.database.webhookDelivery.updateMany({ where, data: { createdAt: hoursAgo(2), nextAttemptAt: hoursAgo(1) } });
    const after = await read();
    expect(after.sum('tollgate_webhook_oldest_pending_seconds', { mode: 'live' })).toBeCloseTo(7_200, -2);
    expect(after.sum('tollgate_webhook_overdue_seconds', { mode: 'live' })).toBeCloseTo(3_600, -2);
    await gateway.database.webhookDelivery.updateMany({ where, data: { status: 'exhausted' } });
    sweep.mockRestore();
  });
});

describe('the sweeper', () => {
  it('tells what it came upon, and when it last went round', async () => {
    const before = await read();
    await merchant.charge();
    await merchant.advance(30 * 24 * 3_600_000);
    expect(await growth(before, 'tollgate_sweep_found_total', { sweeper: 'charge-expiry' })).toBe(1);
    for (const sweeper of ['charge-expiry', 'webhook-delivery', 'idempotency-keys']) {
      const ended = (await read()).sum('tollgate_sweep_last_success_timestamp_seconds', { sweeper }) ?? 0;
      expect(Math.abs(Date.now() / 1000 - ended)).toBeLessThan(30);
      expect((await read()).sum('tollgate_sweep_failures_total', { sweeper })).toBe(0);
    }
  });

  it('tells that it failed', async () => {
    const sweeper = gateway.tollgate.worker.get(ChargeExpiryProcessor, { strict: false });
    const before = await read();
    const sweep = jest.spyOn(sweeper, 'sweep').mockRejectedValueOnce(new Error('no'));
    await grown(before, 1, 'tollgate_sweep_failures_total', { sweeper: 'charge-expiry' });
    sweep.mockRestore();
  });
});

describe('whoever waits', () => {
  it('is seen: for a turn, for a connection', async () => {
    const { id } = await merchant.charge();
    const before = await read();
    const { release } = await hold('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const calls = [1, 2, 3].map(() => merchant.post(`/charges/${id}/mark_as_paid`).then());
    await grown(before, 3, 'tollgate_http_requests_in_progress', { part: 'api' });
    await grown(before, 2, 'tollgate_turns_waiting', { part: 'api', thing: 'charge' });
    expect((await read()).sum('tollgate_database_connections', { part: 'api', pool: 'queries', state: 'used' })).toBeGreaterThan(0);
    await release();
    await Promise.all(calls);
    await grown(before, 0, 'tollgate_turns_waiting', { part: 'api', thing: 'charge' });
  });

  it('finds that a key was answered already', async () => {
    const before = await read();
    for (let call = 0; call < 3; call += 1) await merchant.post('/customers').set('Idempotency-Key', 'one');
    expect(await growth(before, 'tollgate_idempotency_answers_total', { outcome: 'new' })).toBe(1);
    expect(await growth(before, 'tollgate_idempotency_answers_total', { outcome: 'replayed' })).toBe(2);
  });
});

describe('a scrape', () => {
  it('tells how many alarms the queue holds', async () => {
    const before = await read();
    await merchant.charge();
    await grown(before, 1, 'tollgate_queue_jobs', { queue: 'charge-expiry', state: 'delayed' });
  });

  it('does not wait for what cannot be read: it leaves that out', async () => {
    const { release } = await hold('LOCK TABLE bullmq.job, webhook_delivery IN ACCESS EXCLUSIVE MODE');
    const scrapes = await Promise.all([read(), read()]);
    for (const { sum } of [...scrapes, await read()]) {
      expect(sum('tollgate_queue_jobs')).toBeUndefined();
      expect(sum('tollgate_webhook_deliveries_pending')).toBeUndefined();
      expect(sum('tollgate_database_connections_max', { part: 'api' })).toBeGreaterThan(0);
      expect(sum('nodejs_eventloop_lag_seconds')).toBeDefined();
      expect(sum('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
    await release();
    await until(async () => (await read()).sum('tollgate_queue_jobs') !== undefined);
  });

  it('is GET /metrics and nothing else', async () => {
    const at = request(`http://127.0.0.1:${port}`);
    expect((await at.get('/metrics')).headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const call of [at.get('/'), at.get('/metrics/x'), at.post('/metrics')]) expect((await call).status).toBe(404);
  });

  it('is refused on the ports that others can reach', async () => {
    const { baseUrl, vaultUrl, payUrl } = gateway.settings;
    for (const url of [baseUrl, vaultUrl, payUrl]) expect((await request(url).get('/metrics')).status).toBe(404);
  });

  it('cannot be had at a port in use', async () => {
    const refusal = openGateway({ METRICS_PORT: String(port) });
    await expect(refusal).rejects.toThrow(`METRICS_PORT: port ${port} on 127.0.0.1 is in use; stop what uses it or choose another`);
  });
});

describe('docs/operations.md', () => {
  it('names every metric, and no other', async () => {
    const page = await readFile('docs/operations.md', 'utf8');
    const told = [...page.matchAll(/^\| `(tollgate_\w+)` \|/gm)].map(([, name]) => name);
    const { text } = await read();
    expect(told.sort()).toEqual([...text.matchAll(/^# TYPE (tollgate_\w+) /gm)].map(([, name]) => name).sort());
    const used = [...page.matchAll(/(?:tollgate|nodejs|process)_[a-z0-9_]*[a-z0-9]/g)].map(([name]) => name.replace(/_bucket$/, ''));
    expect(used.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });
});

describe('each process', () => {
  it('tells its own part, and one that cannot listen says why', async () => {
    const ports = await Promise.all(Array.from({ length: 8 }, freePort));
    const [api, vault, pay, ...metrics] = ports.map(String);
    const common = {
      DATABASE_URL: await createDatabase(),
      LOG_LEVEL: 'warn',
      API_PORT: api ?? '',
      VAULT_PORT: vault ?? '',
      PAY_PORT: pay ?? '',
    };
    expect(await startProcess(common, 'dist/prisma/migrate.js').ended()).toBe(0);
    const parts = ['api', 'vault', 'pay', 'worker'];
    const start = (part: string, METRICS_PORT = ''): TollgateProcess =>
      startProcess({ ...common, METRICS_PORT }, `dist/apps/${part}/main.js`);
    const processes = parts.map((part, index) => start(part, metrics[index]));
    for (const [index, part] of parts.entries()) {
      const own = (): Promise<Scrape | undefined> => scrape(Number(metrics[index])).catch(() => undefined);
      await until(async () => (await own())?.sum('tollgate_database_connections_max', { part }) !== undefined);
      const { text, sum } = (await own()) as Scrape;
      expect([...new Set([...text.matchAll(/part="([a-z]+)"/g)].map(([, name]) => name))]).toEqual([part]);
      expect(sum('tollgate_http_unreadable_total') === undefined).toBe(part === 'worker');
      expect(sum('tollgate_webhook_deliveries_total') === undefined).toBe(part !== 'worker');
      expect(sum('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
    const second = start('worker', metrics[0]);
    expect(await second.ended()).toBe(1);
    expect(second.output().trim()).toBe(
      `tollgate: METRICS_PORT: port ${metrics[0]} on 127.0.0.1 is in use; stop what uses it or choose another`,
    );
    for (const { child } of processes) child.kill('SIGTERM');
    expect(await Promise.all(processes.map((process) => process.ended()))).toEqual([0, 0, 0, 0]);
  });
});

describeWhere(HAS_REDIS, 'redis-server is not installed', 'while Redis is away', () => {
  let redis: OwnRedis;
  let other: Gateway;
  let otherPort: number;

  beforeAll(async () => {
    redis = await ownRedis();
    await redis.start();
    otherPort = await freePort();
    other = await openGateway({ REDIS_URL: redis.url, METRICS_PORT: String(otherPort) });
  });

  afterAll(async () => {
    await other.close();
    await redis.kill();
  });

  it('its figures are absent, alarms count as lost, and the rest is told', async () => {
    const depth = async (): Promise<number | undefined> => (await scrape(otherPort)).sum('tollgate_queue_jobs');
    expect(await depth()).toBe(0);
    await redis.kill();
    await until(async () => (await depth()) === undefined);
    await (await other.account()).charge();
    await until(async () => ((await scrape(otherPort)).sum('tollgate_alarms_lost_total', { queue: 'charge-expiry' }) ?? 0) > 0);
    await redis.start();
    await until(async () => (await depth()) !== undefined);
  });
});
