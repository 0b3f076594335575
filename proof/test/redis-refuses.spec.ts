import { Redis } from 'ioredis';
import { idOf } from '../../apps/tollgate/test/caller.js';
import { describeWhere } from '../../apps/tollgate/test/describe-where.js';
import { Door } from '../../apps/tollgate/test/door.js';
import { useOwnProcess, type OwnProcess } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { scrape } from '../../apps/tollgate/test/scrape.js';
import { hasRedis, OwnRedis } from '../rig/own-redis.js';
import { steadyPort } from '../rig/ports.js';
import { until } from '../../libs/platform/testing/until.js';

const PARTS = ['api', 'control', 'pay', 'vault', 'worker'];

/** How long after its creation a charge expires. */
const EXPIRES_MS = 2_000;

let metricsPort: number;

async function settingsFor(redisUrl: string, webhookUrl: string): Promise<Record<string, string>> {
  metricsPort = await steadyPort();
  return {
    REDIS_URL: redisUrl,
    WEBHOOK_URL: webhookUrl,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
  };
}

/** Waits until each of its parts says and counts this of its queue. It stays ready all the while. */
async function untilQueueIs(state: 'away' | 'there', tollgate: OwnProcess): Promise<void> {
  const isSo = async (): Promise<boolean> => {
    const { status, text } = await tollgate.caller.get('/readyz');
    expect(status).toBe(200);
    const { sum } = await scrape(metricsPort);
    const isUp = state === 'there' ? 1 : 0;
    return (
      text.includes('away') === (state === 'away') &&
      PARTS.every((part) => sum('tollgate_queue_up', { part }) === isUp)
    );
  };
  await until(isSo, () => `its queue does not count as ${state}: ${tollgate.output()}`);
}

/** The logged reasons of the outage, one for each part. */
function reasonsIn(output: string): string[] {
  const lines = output.match(/^.*"queue unreachable.*$/gm) ?? [];
  return lines.map((line) => (JSON.parse(line) as { reason: string }).reason);
}

/** Number of charges whose timer this Redis kept until it ran out. */
async function handledBy(redis: OwnRedis): Promise<number> {
  const client = new Redis(redis.url);
  const events = await client.xrange('tollgate:charge-expiry:events', '-', '+');
  client.disconnect();
  return events.filter(([, fields]) => fields.includes('completed')).length;
}

describeWhere(hasRedis(), 'redis-server is not installed', 'a Redis that becomes a replica', () => {
  let first: OwnRedis;
  let second: OwnRedis;
  let door: Door;
  const receiver = useReceiver();
  const tollgate = useOwnProcess(async () => {
    [first, second] = [await OwnRedis.open(), await OwnRedis.open()];
    door = await Door.open(first.url);
    return settingsFor(door.url, receiver.uri);
  });

  afterAll(async () => {
    await door.shut();
    await Promise.all([first.kill(), second.kill()]);
  });

  async function expectDelivered(name: string): Promise<void> {
    const id = idOf(await tollgate.caller.create(name));
    await receiver.next(({ event }) => event.data.id === id);
  }

  /** Its timer goes through the queue. A webhook that is due does not leave the process. */
  async function createExpiring(): Promise<void> {
    const { status } = await tollgate.caller.post('/charges', {
      amount: '2000',
      currency: 'THB',
      'source[type]': 'promptpay',
      expires_at: new Date(Date.now() + EXPIRES_MS).toISOString(),
    });
    expect(status).toBe(200);
  }

  it('is reported, webhooks still arrive, and it is used again as master', async () => {
    await untilQueueIs('there', tollgate);
    await first.follow(second);
    await untilQueueIs('away', tollgate);
    // The log may be later than the responses.
    await until(() => reasonsIn(tollgate.output()).length >= PARTS.length, 'not all parts log it');
    const reasons = reasonsIn(tollgate.output());
    expect(reasons).toHaveLength(PARTS.length);
    expect(reasons.join()).toContain('READONLY');
    await expectDelivered('while there is no master');

    await first.follow(undefined);
    await untilQueueIs('there', tollgate);
    const returns = (): number => tollgate.output().match(/"queue reachable again"/g)?.length ?? 0;
    await until(() => returns() >= PARTS.length, 'not all parts tell that it is back');
    expect(returns()).toBe(PARTS.length);
    await expectDelivered('afterwards');
    const before = await handledBy(first);
    await createExpiring();
    await until(async () => (await handledBy(first)) > before, 'it wakes nobody');
  });

  it('is replaced by the new master at its address', async () => {
    await first.follow(second);
    door.leadTo(second.url);
    // The job of the first may be lost, by which it is found out.
    const wakes = async (): Promise<boolean> => {
      await createExpiring();
      await expectDelivered('with the new master');
      return (await handledBy(second)) > 0;
    };
    await until(wakes, 'the new master wakes nobody');
    await untilQueueIs('there', tollgate);
  });
});

describeWhere(hasRedis(), 'redis-server is not installed', 'a Redis that is a cluster', () => {
  let cluster: OwnRedis;
  const receiver = useReceiver();
  const tollgate = useOwnProcess(async () => {
    cluster = await OwnRedis.openCluster();
    return settingsFor(cluster.url, receiver.uri);
  });

  afterAll(() => cluster.kill());

  it('is reported, because it separates the keys of a queue, and webhooks still arrive', async () => {
    await untilQueueIs('away', tollgate);
    await until(() => reasonsIn(tollgate.output()).join().includes('CROSSSLOT'), 'it does not tell why');
    const id = idOf(await tollgate.caller.create('order 1'));
    await receiver.next(({ event }) => event.data.id === id);
  });
});
