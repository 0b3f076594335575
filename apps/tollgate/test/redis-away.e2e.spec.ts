import { jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { expectTryAgain, idOf } from './caller.js';
import { describeWhere } from './describe-where.js';
import { ownProcess, type OwnProcess } from './own-process.js';
import { openReceiver, type ReceivedWebhook, type Receiver } from './receiver.js';
import { HAS_REDIS, ownRedis, type OwnRedis } from './redis.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

/** No answer waits for the queue: this is what fifty at once take on a busy machine. */
const QUICK_MS = 2_500;

let redis: OwnRedis;
let tollgate: OwnProcess;
let receiver: Receiver;

const statusOf = async (path: string): Promise<number> => (await tollgate.caller.get(path)).status;
const of = (id: string, key: string) => (webhook: ReceivedWebhook) => webhook.event.data.id === id && webhook.event.key === key;
const soon = (): string => new Date(Date.now() + 1_500).toISOString();

/** Fifty charges are made as quickly as ever, one more expires, and all of it is delivered. */
async function expectService(name: string): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => tollgate.caller.create(`${name} ${index}`)));
  expect(outcomes.filter(({ status, tookMs }) => status !== 200 || tookMs > QUICK_MS)).toEqual([]);
  const form = { amount: '2000', currency: 'MYR', 'source[type]': 'boost', return_uri: 'https://shop.example', expires_at: soon() };
  const expiring = idOf(await tollgate.caller.post('/charges', form));
  await Promise.all(outcomes.map((outcome) => receiver.next(of(idOf(outcome), 'charge.create'))));
  expect((await receiver.next(of(expiring, 'charge.complete'))).event.data.status).toBe('expired');
}

/** What the queue says was done of an alarm. */
async function finished(queue: string): Promise<number> {
  const client = new Redis(redis.url);
  const events = await client.xrange(`tollgate:${queue}:events`, '-', '+');
  client.disconnect();
  return events.filter(([, fields]) => fields.includes('completed')).length;
}

describeWhere(HAS_REDIS, 'redis-server is not installed', 'while Redis', () => {
  beforeAll(async () => {
    redis = await ownRedis();
    await redis.start();
    receiver = await openReceiver();
    tollgate = await ownProcess(() => ({ REDIS_URL: redis.url, WEBHOOK_URL: receiver.uri }));
    await tollgate.start();
  });

  afterAll(async () => {
    await tollgate.close();
    await redis.kill();
    await receiver.close();
  });

  it('is killed, everything is done as quickly, by the sweeps, and afterwards by the queue again', async () => {
    await expectService('before');
    await redis.kill();
    await until(async () => (await statusOf('/readyz')) === 503);
    expect(await statusOf('/healthz')).toBe(200);
    await expectService('while it is away');

    await redis.start();
    await until(async () => (await statusOf('/readyz')) === 200);
    await expectService('afterwards');
    await until(async () => (await finished('webhook-delivery')) >= 50);
    await until(async () => (await finished('charge-expiry')) >= 1);
  });

  it('takes connections and answers nothing, so too', async () => {
    redis.freeze();
    expectTryAgain(await tollgate.caller.get('/readyz'));
    await expectService('while it is silent');
    const before = receiver.received.length;
    redis.thaw();
    await until(async () => (await statusOf('/readyz')) === 200);
    await expectService('after the silence');
    // What waited in the queue meanwhile wakes nobody a second time.
    const again = receiver.received.slice(0, before).map(({ event }) => event.id);
    expect(receiver.received.slice(before).filter(({ event }) => again.includes(event.id))).toEqual([]);
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
