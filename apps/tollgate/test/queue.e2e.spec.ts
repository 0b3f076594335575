import { isDeepStrictEqual } from 'node:util';
import { jest } from '@jest/globals';
import { Redis } from 'ioredis';
import request from 'supertest';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { LocalJobs } from '#platform/jobs/local-jobs.js';
import type { BackgroundWork } from '#platform/jobs/background-work.js';
import { until } from '#platform/testing/until.js';
import { DELIVERY_QUEUE } from '#engine/webhooks/delivery-job.js';
import { DeliveryDueWork } from '#engine/webhooks/delivery.work.js';
import { ChargeDueWork } from '#resources/charges/charge.work.js';
import { CHARGE_QUEUE } from '#resources/charges/charge-job.js';
import { hasRedis, OwnRedis } from '../../../proof/rig/own-redis.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway, type Gateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver, type ReceivedWebhook, type Receiver } from './receiver.js';
import { chargeSoonOver } from './soon-over.js';

const HOUR_MS = 3_600_000;
const SETTINGS = { WEBHOOK_RETRY_DELAYS: '1h', WEBHOOK_TIMEOUT_MS: '120000' };
/** So soon that a charge gets its timer with its commit. */
const NEAR_MS = 100_000;
/** More than go to the queue one by one, and than one receiver's webhooks are sent at once. */
const MANY = 40;

afterEach(() => jest.restoreAllMocks());

const of = (id: string, key: string) => (webhook: ReceivedWebhook) =>
  webhook.event.data.id === id && webhook.event.key === key;

/** A merchant of this gateway, whose receiver gets all events. */
function useMerchant(gateway: Gateway, receiver: Receiver): () => Merchant {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await gateway.account({ webhookUri: receiver.uri });
  });
  return () => merchant;
}

/** Specs for every queue. `empty` deletes its contents. */
function theQueue(gateway: Gateway, receiver: Receiver, empty: () => Promise<unknown>): void {
  const merchant = useMerchant(gateway, receiver);

  it('delivers webhooks and expires charges without a sweep', async () => {
    const { worker } = gateway.tollgate;
    const handlers: BackgroundWork[] = [ChargeDueWork, DeliveryDueWork].map((type) =>
      worker.get(type, { strict: false }),
    );
    for (const handler of handlers) jest.spyOn(handler, 'sweep').mockResolvedValue(0);
    const { id } = await chargeSoonOver(gateway, merchant());
    await receiver.next(of(id, 'charge.create'));
    const { event } = await receiver.next(of(id, 'charge.complete'));
    expect(event.data).toMatchObject({ status: 'expired' });
  });

  it('delivers without the worker of the same process', async () => {
    const offer = jest.spyOn(gateway.tollgate.worker.get(LocalJobs), 'offer').mockReturnValue(false);
    const charges = await Promise.all(Array.from({ length: MANY }, () => merchant().charge()));
    await Promise.all(charges.map(({ id }) => receiver.next(of(id, 'charge.create'))));
    expect(offer.mock.calls.length).toBeGreaterThanOrEqual(MANY);
  });

  it('handles many charges at once', async () => {
    const charges = await Promise.all(Array.from({ length: MANY }, () => merchant().charge()));
    await Promise.all(charges.map(({ id }) => receiver.next(of(id, 'charge.create'))));
    expect(
      receiver.received.filter(({ event }) => charges.some(({ id }) => id === event.data.id)),
    ).toHaveLength(MANY);
  });

  it('can lose everything: the sweep still delivers and expires', async () => {
    const shop = await gateway.account({ webhookUri: receiver.uri });
    receiver.answer((_, response) => void response.writeHead(500).end());
    const expires = new Date(Date.now() + NEAR_MS);
    const { id } = await shop.charge({ expires_at: expires.toISOString() });
    await receiver.next(of(id, 'charge.create'));
    const { charge, webhookDelivery } = gateway.database;
    const [where, producer] = [{ status: 'pending' }, gateway.tollgate.api.get(JobProducer)];
    const near = { ...where, expiresAt: { lte: expires } };
    const owed = async (): Promise<number[]> => [
      await charge.count({ where: near }),
      await webhookDelivery.count({ where }),
    ];
    const held = (): Promise<unknown[]> =>
      Promise.all(
        [CHARGE_QUEUE, DELIVERY_QUEUE].map(async (queue) => (await producer.depthOf(queue))['delayed']),
      );
    const isComplete = async (): Promise<boolean> => isDeepStrictEqual(await held(), await owed());
    await until(
      isComplete,
      async () => `the queues hold ${String(await held())} jobs instead of ${String(await owed())}`,
    );
    await empty();
    expect(await held()).toEqual([0, 0]);

    receiver.answer((_, response) => void response.end());
    await shop.advance(HOUR_MS + 5_000);
    await receiver.next(of(id, 'charge.create'));
    await shop.advance(30 * 24 * HOUR_MS);
    const { event } = await receiver.next(of(id, 'charge.complete'));
    expect(event.data).toMatchObject({ status: 'expired' });
  });
}

describe('the queue in PostgreSQL', () => {
  const gateway = useOwnGateway(SETTINGS);
  const receiver = useReceiver();

  theQueue(gateway, receiver, () => gateway.database.$executeRaw`TRUNCATE bullmq.job CASCADE`);
});

describeWhere(hasRedis(), 'redis-server is not installed', 'the queue in Redis', () => {
  let redis: OwnRedis;
  const gateway = useOwnGateway(async () => {
    redis = await OwnRedis.open();
    return { ...SETTINGS, REDIS_URL: redis.url };
  });
  const receiver = useReceiver();
  const merchant = useMerchant(gateway, receiver);

  afterAll(() => redis.kill());

  theQueue(gateway, receiver, () => redis.flush());

  it('contains only ids', async () => {
    const { id } = await merchant().charge({
      description: 'a very private matter',
      expires_at: new Date(Date.now() + NEAR_MS).toISOString(),
    });
    await receiver.next(of(id, 'charge.create'));
    const client = new Redis(redis.url);
    const dump = async (): Promise<string> => {
      const keys = await client.keys('*');
      return JSON.stringify(
        await Promise.all(
          keys.map(async (key) => [
            key,
            (await client.type(key)) === 'hash' ? await client.hgetall(key) : null,
          ]),
        ),
      );
    };
    await until(async () => (await dump()).includes(id), 'the job of the charge does not arrive');
    expect(await dump()).not.toMatch(/private matter|skey_|127\.0\.0\.1:\d+\/hook/);
    client.disconnect();
  });

  it('can be unreachable: charges and webhooks still work, and it is used again later', async () => {
    const isThere = async (): Promise<boolean> => {
      const { status, body } = await request(gateway.settings.baseUrl).get('/readyz');
      expect(status).toBe(200);
      return (body as { queue?: string }).queue === undefined;
    };
    await redis.kill();
    await until(async () => !(await isThere()), 'Tollgate does not say that it is without its queue');
    const { id } = await merchant().charge();
    expect((await merchant().post(`/charges/${id}/mark_as_paid`)).body).toMatchObject({
      status: 'successful',
    });
    await receiver.next(of(id, 'charge.complete'));

    await redis.start();
    await until(isThere, 'Tollgate does not say that its queue is back');
    const later = await merchant().charge({ expires_at: new Date(Date.now() + NEAR_MS).toISOString() });
    await receiver.next(of(later.id, 'charge.create'));
    const depth = (): Promise<Readonly<Record<string, number>>> =>
      gateway.tollgate.api.get(JobProducer).depthOf(CHARGE_QUEUE);
    await until(
      async () => (await depth())['delayed'] === 1,
      async () => `the queue holds ${JSON.stringify(await depth())}`,
    );
    expect(await merchant().retrieve(later.id)).toMatchObject({ status: 'pending' });
  });
});
