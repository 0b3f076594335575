import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { idOf } from '../../apps/tollgate/test/caller.js';
import { describeWhere } from '../../apps/tollgate/test/describe-where.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { hasRedis, OwnRedis } from '../rig/own-redis.js';
import { until } from '../../libs/platform/testing/until.js';

/** Enough to come to the queue together. */
const MANY = 20;
/** So soon that a charge gets its timer with its commit. */
const NEAR_MS = 100_000;
const PROMPTPAY = { amount: '2000', currency: 'THB', 'source[type]': 'promptpay' };

describeWhere(hasRedis(), 'redis-server is not installed', 'Redis', () => {
  let redis: OwnRedis;
  const receiver = useReceiver();
  const tollgate = useOwnProcess(async () => {
    redis = await OwnRedis.open();
    return { REDIS_URL: redis.url, WEBHOOK_URL: receiver.uri };
  });

  afterAll(() => redis.kill());

  /** Waits until it says this of its queue. It stays ready all the while. */
  async function untilQueueIs(state: 'away' | 'there'): Promise<void> {
    const body = state === 'away' ? '{"status":"ok","queue":"away"}' : '{"status":"ok"}';
    let said = '';
    const isSaid = async (): Promise<boolean> => {
      const { status, text } = await tollgate.caller.get('/readyz');
      expect(status).toBe(200);
      said = text;
      return said === body;
    };
    await until(isSaid, () => `it says ${said} while its queue is ${state}`);
  }

  /** Resolves when the receiver has been told that of this charge. */
  const told = async (id: string, key: string): Promise<string> =>
    (await receiver.next(({ event }) => event.data.id === id && event.key === key)).event.data.status;

  /**
   * Many charges are made, the time of one of them comes, and all of it is delivered. No answer waits for the
   * queue: it may never be there again.
   */
  async function expectService(name: string): Promise<void> {
    const outcomes = await Promise.all(
      Array.from({ length: MANY }, (_, index) => tollgate.caller.create(`${name} ${index}`)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
    const ids = outcomes.map(idOf);
    await tollgate.database.query(
      "UPDATE charge SET expires_at = now() - interval '1 minute' WHERE id = $1",
      [ids[0]],
    );
    await Promise.all(ids.map((id) => told(id, 'charge.create')));
    expect(await told(ids[0] ?? '', 'charge.complete')).toBe('expired');
  }

  /** Number of handled timers of charges. */
  async function handled(): Promise<number> {
    const client = new Redis(redis.url);
    const events = await client.xrange('tollgate:charge-expiry:events', '-', '+');
    client.disconnect();
    return events.filter(([, fields]) => fields.includes('completed')).length;
  }

  /** Timers that still run are due now. */
  async function ringAll(): Promise<void> {
    const queue = new Queue('charge-expiry', { connection: { url: redis.url }, prefix: 'tollgate' });
    await queue.promoteJobs();
    await queue.close();
  }

  it('can be killed: sweeps do all work, and later the queue again', async () => {
    await expectService('before');
    await redis.kill();
    await untilQueueIs('away');
    await expectService('while it is unreachable');

    await redis.start();
    await untilQueueIs('there');
    await expectService('afterwards');
    const near = { ...PROMPTPAY, expires_at: new Date(Date.now() + NEAR_MS).toISOString() };
    await Promise.all(Array.from({ length: MANY }, () => tollgate.caller.post('/charges', near)));
    const areHandled = async (): Promise<boolean> => {
      await ringAll();
      return (await handled()) >= MANY;
    };
    await until(areHandled, 'jobs of expiries are not handled');
  });

  it('can accept connections without answering, with the same result', async () => {
    redis.freeze();
    await untilQueueIs('away');
    await expectService('while it is silent');
    const before = receiver.received.length;
    redis.thaw();
    await untilQueueIs('there');
    await expectService('after the silence');
    // Jobs left in the queue deliver nothing a second time.
    const again = receiver.received.slice(0, before).map(({ event }) => event.id);
    expect(receiver.received.slice(before).filter(({ event }) => again.includes(event.id))).toEqual([]);
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
