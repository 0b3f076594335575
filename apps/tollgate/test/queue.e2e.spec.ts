import { jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import request from 'supertest';
import { ChargeExpiryProcessor } from '#gateway/charges/charge-expiry.processor.js';
import { WebhookDeliveryProcessor } from '#gateway/webhooks/webhook-delivery.processor.js';
import type { JobHandler } from '#platform/jobs/job-handler.js';
import { describeWhere } from './describe-where.js';
import { openGateway, type Gateway, type Merchant } from './harness.js';
import { openReceiver, type ReceivedWebhook, type Receiver } from './receiver.js';
import { HAS_REDIS, ownRedis, type OwnRedis } from './redis.js';
import { until } from './until.js';

let gateway: Gateway;
let receiver: Receiver;
let merchant: Merchant;

const of = (id: string, key: string) => (webhook: ReceivedWebhook) => webhook.event.data.id === id && webhook.event.key === key;
const isReady = async (): Promise<boolean> => (await request(gateway.settings.baseUrl).get('/readyz')).status === 200;

/** What every queue must do, whatever it is kept in. */
function theQueue(): void {
  it('delivers webhooks and ends charges by itself, without a sweep', async () => {
    const { worker } = gateway.tollgate;
    const handlers: JobHandler[] = [ChargeExpiryProcessor, WebhookDeliveryProcessor].map((type) => worker.get(type, { strict: false }));
    const sweeps = handlers.map((handler) => jest.spyOn(handler, 'sweep').mockResolvedValue(0));
    const { id } = await merchant.charge({ expires_at: new Date(Date.now() + 1_200).toISOString() });
    await receiver.next(of(id, 'charge.create'));
    const { event } = await receiver.next(of(id, 'charge.complete'));
    expect(event.data).toMatchObject({ status: 'expired' });
    for (const sweep of sweeps) sweep.mockRestore();
  });

  it('takes a hundred charges at once', async () => {
    const charges = await Promise.all(Array.from({ length: 100 }, () => merchant.charge()));
    await Promise.all(charges.map(({ id }) => receiver.next(of(id, 'charge.create'))));
    expect(receiver.received.filter(({ event }) => charges.some(({ id }) => id === event.data.id))).toHaveLength(100);
  });
}

async function open(settings: Record<string, string> = {}): Promise<void> {
  receiver = await openReceiver();
  gateway = await openGateway({ WEBHOOK_RETRY_DELAYS: '200ms,500ms,1s', ...settings });
  merchant = await gateway.account({ webhookUri: receiver.uri });
}

async function close(): Promise<void> {
  await gateway.close();
  await receiver.close();
}

describe('the queue in PostgreSQL', () => {
  beforeAll(() => open());
  afterAll(close);

  theQueue();

  it('may lose everything: the sweep delivers and expires all the same', async () => {
    const client = new Client({ connectionString: gateway.databaseUrl });
    await client.connect();
    const { id } = await merchant.charge({ expires_at: new Date(Date.now() + 1_500).toISOString() });
    await client.query('TRUNCATE bullmq.job CASCADE');
    await client.end();
    const { event } = await receiver.next(of(id, 'charge.complete'));
    expect(event.data).toMatchObject({ status: 'expired' });
  });
});

describeWhere(HAS_REDIS, 'redis-server is not installed', 'the queue in Redis', () => {
  let redis: OwnRedis;

  beforeAll(async () => {
    redis = await ownRedis();
    await redis.start();
    await open({ REDIS_URL: redis.url });
  });

  afterAll(async () => {
    await close();
    await redis.kill();
  });

  theQueue();

  it('holds ids and nothing else', async () => {
    const { id } = await merchant.charge({ description: 'a very private matter' });
    await receiver.next(of(id, 'charge.create'));
    const client = new Redis(redis.url);
    const keys = await client.keys('*');
    const dump = JSON.stringify(
      await Promise.all(keys.map(async (key) => [key, (await client.type(key)) === 'hash' ? await client.hgetall(key) : null])),
    );
    client.disconnect();
    expect(dump).toContain(id);
    expect(dump).not.toMatch(/private matter|skey_|127\.0\.0\.1:\d+\/hook/);
  });

  it('may lose everything: the sweep delivers and expires all the same', async () => {
    const { id } = await merchant.charge({ expires_at: new Date(Date.now() + 1_500).toISOString() });
    await redis.flush();
    const { event } = await receiver.next(of(id, 'charge.complete'));
    expect(event.data).toMatchObject({ status: 'expired' });
  });

  it('may be away: charges are made and settled, webhooks arrive, and it is used again when it is back', async () => {
    await redis.kill();
    await until(async () => !(await isReady()));
    const { id } = await merchant.charge();
    expect((await merchant.post(`/charges/${id}/mark_as_paid`)).body).toMatchObject({ status: 'successful' });
    await receiver.next(of(id, 'charge.complete'));

    await redis.start();
    await until(isReady);
    const later = await merchant.charge();
    await receiver.next(of(later.id, 'charge.create'));
  });
});
