import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import request from 'supertest';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { until, within } from '#platform/testing/until.js';
import { DeliveryDueWork } from '#engine/webhooks/delivery.work.js';
import { ChargeDueWork } from '#resources/charges/charge.work.js';
import { hasRedis, OwnRedis } from '../../../proof/rig/own-redis.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { describeWhere } from './describe-where.js';
import { openGateway, useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';
import { routesOf } from './routes.js';
import { createSandbox } from './sandbox.js';
import { scrape, type Scrape } from './scrape.js';

let port: number;
const gateway = useOwnGateway(async () => {
  port = await steadyPort();
  return { METRICS_PORT: String(port), WEBHOOK_RETRY_DELAYS: '50ms,1h', WEBHOOK_TIMEOUT_MS: '120000' };
});
const receiver = useReceiver();
let merchant: Merchant;

const DAY_MS = 24 * 3_600_000;

type Labels = Readonly<Record<string, string>>;

const read = (): Promise<Scrape> => scrape(port);

/**
 * All figures, once nothing is under way any more: the end of a request is counted a moment after its answer
 * came.
 */
async function readInPeace(): Promise<Scrape> {
  let figures: Scrape | undefined;
  const isPeace = async (): Promise<boolean> => {
    figures = await read();
    const areThere = ['tollgate_queue_jobs', 'tollgate_webhook_deliveries_pending'].every(
      (name) => figures?.sum(name) !== undefined,
    );
    return areThere && figures.sum('tollgate_http_requests_in_progress') === 0;
  };
  await until(isPeace, 'requests of an earlier spec stay under way, or figures are missing');
  return figures as Scrape;
}

beforeEach(async () => {
  merchant = await gateway.account();
});

afterEach(() => jest.restoreAllMocks());

async function growth(before: Scrape, name: string, labels?: Labels): Promise<number> {
  return ((await read()).sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0);
}

/** Waits until a figure has grown by this much, and expects that it has by no more. */
async function expectGrowth(before: Scrape, by: number, name: string, labels?: Labels): Promise<void> {
  let grown = NaN;
  const hasGrown = async (): Promise<boolean> => {
    grown = await growth(before, name, labels);
    return grown >= by;
  };
  await until(hasGrown, () => `${name} ${JSON.stringify(labels)} grows by ${grown} instead of ${by}`);
  expect(grown).toBe(by);
}

/** Waits until a figure is this much. */
async function untilIs(value: number, name: string, labels?: Labels): Promise<void> {
  let figure: number | undefined;
  const isIt = async (): Promise<boolean> => {
    figure = (await read()).sum(name, labels);
    return figure === value;
  };
  await until(isIt, () => `${name} ${JSON.stringify(labels)} is ${figure} instead of ${value}`);
}

/** Keeps the statement's locks until released. */
async function hold(statement: string, values: string[] = []): Promise<{ release: () => Promise<void> }> {
  const client = new Client({ connectionString: gateway.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return { release: () => client.end() };
}

describe('request metrics', () => {
  const requests = 'tollgate_http_requests_total';
  const inProgress = 'tollgate_http_requests_in_progress';

  it('count by route and status, with duration', async () => {
    const before = await readInPeace();
    const charges = await Promise.all([merchant.charge(), merchant.charge(), merchant.charge()]);
    await merchant.retrieve(charges[0].id);
    await merchant.token();
    const made = { part: 'api', method: 'POST', route: '/charges' };
    await expectGrowth(before, 3, requests, { ...made, status: '200' });
    await expectGrowth(before, 3, 'tollgate_http_request_duration_seconds_count', made);
    await expectGrowth(before, 1, requests, {
      part: 'api',
      method: 'GET',
      route: '/charges/:id',
      status: '200',
    });
    await expectGrowth(before, 1, requests, {
      part: 'vault',
      method: 'POST',
      route: '/tokens',
      status: '200',
    });
    expect(await growth(before, 'tollgate_http_request_duration_seconds_sum', made)).toBeGreaterThan(0);
  });

  it('count rejected requests, and unknown routes', async () => {
    const before = await readInPeace();
    await merchant.post('/charges', { amount: 0.5, currency: 'THB' });
    await request(gateway.settings.baseUrl).get('/account');
    for (const path of ['/a', '/b', '/charges/1/2/3']) await merchant.get(path);
    await merchant.post('/charges').type('text').send('no form');
    await expectGrowth(before, 1, requests, { route: '/charges', status: '400' });
    await expectGrowth(before, 1, requests, { route: '/account', status: '401' });
    await expectGrowth(before, 3, requests, { route: 'none', status: '404' });
    await expectGrowth(before, 1, requests, { route: 'none', status: '400' });
    expect((await read()).text).not.toContain('/charges/1');
  });

  it('count requests whose clients hung up', async () => {
    const { id } = await merchant.charge();
    const before = await readInPeace();
    const { release } = await hold('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const socket = connect(gateway.settings.apiPort, '127.0.0.1');
    const key = Buffer.from(`${merchant.key('secret')}:`).toString('base64');
    socket.write(
      `POST /charges/${id}/mark_as_paid HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${key}\r\n\r\n`,
    );
    await untilIs(1, inProgress, { part: 'api' });
    socket.destroy();
    await expectGrowth(before, 1, requests, { route: '/charges/:id/mark_as_paid', status: 'aborted' });
    await release();
  });

  it('count connections without HTTP', async () => {
    const before = await read();
    const socket = connect(gateway.settings.vaultPort, '127.0.0.1');
    socket.end('HELLO\r\n\r\n');
    socket.resume();
    await within(once(socket, 'close'), 'the connection stays open');
    await expectGrowth(before, 1, 'tollgate_http_unreadable_total', { part: 'vault' });
  });

  it('omit routes of other hosts', async () => {
    const { text } = await read();
    const { api, vault, pay } = gateway.tollgate;
    const known = new Set([api, vault, pay].flatMap(routesOf).map((route) => route.split(' ')[1]));
    const shown = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((route) => route !== 'none' && !known.has(route))).toEqual([]);
  });
});

describe('delivery metrics', () => {
  const attempts = 'tollgate_webhook_attempts_total';

  beforeEach(async () => {
    merchant = await gateway.account({ webhookUri: receiver.uri });
  });

  it('count by result of each attempt, with lag after success', async () => {
    const before = await read();
    const from = Date.now();
    let requests = 0;
    receiver.answer((_, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 500 : 204).end();
    });
    await merchant.charge();
    await expectGrowth(before, 1, 'tollgate_webhook_deliveries_total', { end: 'delivered' });
    expect(await growth(before, attempts, { outcome: '5xx' })).toBe(1);
    expect(await growth(before, attempts, { outcome: '2xx' })).toBe(1);
    expect(await growth(before, 'tollgate_webhook_attempt_duration_seconds_count')).toBe(2);
    expect(await growth(before, 'tollgate_webhook_delivery_lag_seconds_count')).toBe(1);
    const lag = await growth(before, 'tollgate_webhook_delivery_lag_seconds_sum');
    // The wait before the second attempt is a part of it.
    expect(lag).toBeGreaterThan(0.05);
    expect(lag).toBeLessThanOrEqual((Date.now() - from) / 1_000);
  });

  it('count by error name without a response', async () => {
    const before = await read();
    receiver.answer((_, response) => void response.destroy());
    await merchant.charge();
    await expectGrowth(before, 2, attempts, { outcome: 'connection closed' });

    receiver.answer(() => undefined);
    await (await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_timeout: '200ms' })).charge();
    await expectGrowth(before, 2, attempts, { outcome: 'timeout' });

    receiver.answer((_, response) => void response.end());
    await merchant.charge({ 'webhook_endpoints[]': `http://127.0.0.1:${await steadyPort()}/` });
    await expectGrowth(before, 2, attempts, { outcome: 'connection refused' });
  });

  it('show the number, age and delay of pending deliveries', async () => {
    jest.spyOn(gateway.tollgate.worker.get(DeliveryDueWork, { strict: false }), 'sweep').mockResolvedValue(0);
    receiver.answer((_, response) => void response.writeHead(500).end());
    const before = await readInPeace();
    await merchant.charge({}, 'live');
    await expectGrowth(before, 2, attempts, { outcome: '5xx' });
    await expectGrowth(before, 1, 'tollgate_webhook_deliveries_pending', { mode: 'live' });
    expect((await readInPeace()).sum('tollgate_webhook_overdue_seconds', { mode: 'live' })).toBe(0);

    const where = { accountId: merchant.id };
    const now = Date.now();
    const hoursAgo = (hours: number): Date => new Date(now - hours * 3_600_000);
    await gateway.database.webhookDelivery.updateMany({
      where,
      data: { createdAt: hoursAgo(2), nextAttemptAt: hoursAgo(1) },
    });
    const after = await readInPeace();
    const since = (Date.now() - now) / 1_000;
    for (const [name, hours] of [
      ['oldest_pending', 2],
      ['overdue', 1],
    ] as const) {
      const seconds = after.sum(`tollgate_webhook_${name}_seconds`, { mode: 'live' });
      expect(seconds).toBeGreaterThanOrEqual(hours * 3_600);
      expect(seconds).toBeLessThanOrEqual(hours * 3_600 + since);
    }
    await gateway.database.webhookDelivery.updateMany({
      where,
      data: { status: 'exhausted', nextAttemptAt: null },
    });
  });
});

describe('sweeper metrics', () => {
  it('count found work, and show the last run', async () => {
    const before = await read();
    await merchant.charge();
    const from = Date.now();
    await merchant.advance(30 * 24 * 3_600_000);
    await expectGrowth(before, 1, 'tollgate_sweep_found_total', { sweeper: 'charge-expiry' });
    for (const sweeper of ['charge-expiry', 'webhook-delivery', 'idempotency-keys']) {
      const { sum } = await read();
      const endedAt = sum('tollgate_sweep_last_success_timestamp_seconds', { sweeper });
      expect(endedAt).toBeGreaterThanOrEqual(from / 1_000);
      expect(endedAt).toBeLessThanOrEqual(Date.now() / 1_000);
      expect(sum('tollgate_sweep_failures_total', { sweeper })).toBe(0);
    }
  });

  it('show how long due work has waited', async () => {
    const work = gateway.tollgate.worker.get(ChargeDueWork, { strict: false });
    jest.spyOn(work, 'perform').mockRejectedValue(new Error('no'));
    await merchant.charge({ expires_at: new Date(Date.now() + DAY_MS).toISOString() });
    await merchant.advance(3 * DAY_MS);
    const waited = async (): Promise<number | undefined> =>
      (await read()).sum('tollgate_sweep_overdue_seconds', { sweeper: 'charge-expiry' });
    await until(async () => (await waited()) !== 0, 'the charge is not counted');
    expect(((await waited()) ?? 0) / 86_400).toBeCloseTo(2, 1);
    jest.restoreAllMocks();
    await until(async () => (await waited()) === 0, 'the charge still waits');
  });

  it('count failures', async () => {
    const sweeper = gateway.tollgate.worker.get(ChargeDueWork, { strict: false });
    const before = await read();
    jest.spyOn(sweeper, 'sweep').mockRejectedValueOnce(new Error('no'));
    await expectGrowth(before, 1, 'tollgate_sweep_failures_total', { sweeper: 'charge-expiry' });
  });
});

/** A charge that gets its timer with its commit. */
const nearItsEnd = (): object => ({ expires_at: new Date(Date.now() + 100_000).toISOString() });

describe('waiting metrics', () => {
  it('count requests that wait for a turn or a connection', async () => {
    const { id } = await merchant.charge();
    await readInPeace();
    const { release } = await hold('SELECT FROM charge WHERE id = $1 FOR UPDATE', [id]);
    const calls = [1, 2, 3].map(() => merchant.post(`/charges/${id}/mark_as_paid`).then());
    await untilIs(2, 'tollgate_mutex_waiting', { part: 'api', object: 'charge' });
    const { sum } = await read();
    expect(sum('tollgate_http_requests_in_progress', { part: 'api' })).toBe(3);
    expect(
      sum('tollgate_database_connections', { part: 'all', pool: 'queries', state: 'used' }),
    ).toBeGreaterThan(0);
    await release();
    await Promise.all(calls);
    await untilIs(0, 'tollgate_mutex_waiting', { part: 'api', object: 'charge' });
  });

  it('count replayed keys', async () => {
    const before = await read();
    for (let call = 0; call < 3; call += 1) await merchant.post('/customers').set('Idempotency-Key', 'one');
    await expectGrowth(before, 1, 'tollgate_idempotency_answers_total', { outcome: 'new' });
    await expectGrowth(before, 2, 'tollgate_idempotency_answers_total', { outcome: 'replayed' });
  });
});

describe('a metrics scrape', () => {
  it('counts the queue’s jobs', async () => {
    const queue = 'charge-expiry';
    const { id } = await merchant.charge(nearItsEnd());
    // Jobs are counted in order, so those of earlier specs are included.
    const isThere = async (): Promise<boolean> =>
      (await gateway.database.$queryRaw<unknown[]>`SELECT id FROM bullmq.job WHERE id LIKE ${`${id}-%`}`)
        .length > 0;
    await until(isThere, 'the job of the charge does not arrive');
    const { delayed } = await gateway.tollgate.api.get(JobProducer).depthOf(queue);
    expect(delayed).toBeGreaterThan(0);
    expect((await readInPeace()).sum('tollgate_queue_jobs', { queue, state: 'delayed' })).toBe(delayed);
  });

  it('omits values that cannot be read in time', async () => {
    const { release } = await hold('LOCK TABLE bullmq.job, webhook_delivery IN ACCESS EXCLUSIVE MODE');
    for (const { sum } of await Promise.all([read(), read()])) {
      expect(sum('tollgate_queue_jobs')).toBeUndefined();
      expect(sum('tollgate_webhook_deliveries_pending')).toBeUndefined();
      expect(sum('tollgate_database_connections_max', { part: 'api' })).toBeGreaterThan(0);
      expect(sum('nodejs_eventloop_lag_seconds')).toBeDefined();
      expect(sum('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
    await release();
    await until(
      async () => (await read()).sum('tollgate_queue_jobs') !== undefined,
      'the figures of the queue do not come back',
    );
  });

  it('is only GET /metrics', async () => {
    const at = request(`http://127.0.0.1:${port}`);
    expect((await at.get('/metrics')).headers['content-type']).toBe(
      'text/plain; version=0.0.4; charset=utf-8',
    );
    for (const call of [at.get('/'), at.get('/metrics/x'), at.post('/metrics')])
      expect((await call).status).toBe(404);
  });

  it('is rejected on the public ports', async () => {
    const { baseUrl, vaultUrl, payUrl } = gateway.settings;
    for (const url of [baseUrl, vaultUrl, payUrl])
      expect((await request(url).get('/metrics')).status).toBe(404);
  });

  it('fails to start on a port in use', async () => {
    const refusal = openGateway({ DATABASE_URL: gateway.databaseUrl, METRICS_PORT: String(port) });
    await expect(refusal).rejects.toThrow(
      `METRICS_PORT: port ${port} on 127.0.0.1 is in use; stop the other program, or choose another port`,
    );
  });
});

describe('docs/operations', () => {
  it('lists every metric, and no other', async () => {
    const names = await readdir('docs/operations');
    const page = (await Promise.all(names.map((name) => readFile(`docs/operations/${name}`, 'utf8')))).join(
      '\n',
    );
    const told = [...page.matchAll(/^\| `(tollgate_\w+)` \|/gm)].map(([, name]) => name);
    const { text } = await read();
    expect(told.sort()).toEqual(
      [...text.matchAll(/^# TYPE (tollgate_\w+) /gm)].map(([, name]) => name).sort(),
    );
    const used = [...page.matchAll(/(?:tollgate|nodejs|process)_[a-z0-9_]*[a-z0-9]/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    expect(used.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });
});

describeWhere(hasRedis(), 'redis-server is not installed', 'metrics without Redis', () => {
  let redis: OwnRedis;
  let otherPort: number;
  const other = useOwnGateway(async () => {
    redis = await OwnRedis.open();
    otherPort = await steadyPort();
    return { REDIS_URL: redis.url, METRICS_PORT: String(otherPort) };
  });

  afterAll(() => redis.kill());

  it('omit queue values, count lost jobs, and keep the rest', async () => {
    const figure = async (name: string): Promise<number | undefined> =>
      (await scrape(otherPort)).sum(name, { queue: 'charge-expiry' });
    const up = async (): Promise<number | undefined> =>
      (await scrape(otherPort)).sum('tollgate_queue_up', { part: 'api' });
    await until(
      async () => (await figure('tollgate_queue_jobs')) !== undefined,
      'the figures of the queue are not told',
    );
    expect(await figure('tollgate_queue_jobs')).toBe(0);
    expect(await up()).toBe(1);
    await redis.kill();
    await until(
      async () => (await figure('tollgate_queue_jobs')) === undefined,
      'metrics of the unreachable queue are still exported',
    );
    await (await other.account()).charge(nearItsEnd());
    await until(
      async () => (await figure('tollgate_jobs_dropped_total')) !== 0,
      'the job does not count as lost',
    );
    expect(await figure('tollgate_jobs_dropped_total')).toBe(1);
    expect(await up()).toBe(0);
    await redis.start();
    await until(
      async () => (await figure('tollgate_queue_jobs')) !== undefined,
      'the figures of the queue do not come back',
    );
    await until(async () => (await up()) === 1, 'the queue does not count as up again');
  });
});
