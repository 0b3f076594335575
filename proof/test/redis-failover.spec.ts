import { setTimeout as delay } from 'node:timers/promises';
import { idOf, type Outcome } from '../../apps/tollgate/test/caller.js';
import { describeWhere } from '../../apps/tollgate/test/describe-where.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { hasRedis, type OwnRedis } from '../rig/own-redis.js';
import { RedisCluster } from '../rig/redis-cluster.js';
import { RedisSentinels } from '../rig/redis-sentinels.js';
import { until } from '../../libs/platform/testing/until.js';

/** Sequential clients. */
const CLIENTS = 4;
const PAUSE_MS = 30;
/** Charges expire during the load, but not before a slow machine has created them. */
const EXPIRES_MS = 10_000;
/** As many are made on each side of the failover. */
const ENOUGH = 60;

/** A queue whose master can be lost. */
interface Replicated {
  readonly url: string;
  readonly master: OwnRedis;
  readonly replica: OwnRedis;
  close(): Promise<void>;
}

/** A new master first closes its connections. */
function isMaster(server: OwnRedis): Promise<boolean> {
  return server
    .connected((client) => client.role())
    .then(
      ([role]) => role === 'master',
      () => false,
    );
}

type Lose = (master: OwnRedis) => Promise<void>;
const kill: Lose = (master) => master.kill();
/** It takes connections, and answers nothing. */
const freeze: Lose = (master) => Promise.resolve(master.freeze());

const PLACES: readonly (readonly [string, string, string, Lose, () => Promise<Replicated>])[] = [
  ['with Sentinels', 'is killed', 'tollgate', kill, () => RedisSentinels.open()],
  ['with Sentinels', 'is silent', 'tollgate', freeze, () => RedisSentinels.open()],
  ['in a cluster', 'is killed', '{tollgate}', kill, () => RedisCluster.open('{tollgate}')],
];

describe.each(PLACES)('a queue in Redis %s, whose master %s under load,', (_, __, prefix, lose, open) => {
  describeWhere(hasRedis(), 'redis-server is not installed', 'is replaced by its replica:', () => {
    let redis: Replicated;
    const receiver = useReceiver();
    const tollgate = useOwnProcess(async () => {
      redis = await open();
      return { REDIS_URL: redis.url, WEBHOOK_URL: receiver.uri };
    });

    afterAll(() => redis.close());

    const make = (): Promise<Outcome> => {
      const form = {
        amount: '2000',
        currency: 'MYR',
        'source[type]': 'boost',
        return_uri: 'https://shop.example/return',
      };
      return tollgate.caller.post('/charges', {
        ...form,
        expires_at: new Date(Date.now() + EXPIRES_MS).toISOString(),
      });
    };

    /** Number of timers of charges that this server counted as done. Due webhooks do not leave the process. */
    const handledBy = async (server: OwnRedis): Promise<number> => {
      const key = `${prefix}:charge-expiry:events`;
      const events = await server.connected((client) => client.xrange(key, '-', '+'));
      return events.filter(([, fields]) => fields.includes('completed')).length;
    };

    /** The stored charges, events and deliveries behind missing webhooks, one per line. */
    const storedOf = async (missing: readonly string[]): Promise<string> => {
      const { rows } = await tollgate.database.query<Record<string, unknown>>(
        `SELECT charge.id, charge.status, expires_at, key, delivery.status AS delivery, attempt_count, next_attempt_at, now()
         FROM charge LEFT JOIN event ON object_id = charge.id LEFT JOIN webhook_delivery delivery ON event_id = event.id
         WHERE charge.id = ANY($1) ORDER BY charge.id, event.id`,
        [missing.map((text) => text.split(' of ')[1])],
      );
      return rows.map((row) => JSON.stringify(row)).join('\n');
    };

    const untilQueueIsThere = (): Promise<void> =>
      until(
        async () => (await tollgate.caller.get('/readyz')).text === '{"status":"ok"}',
        'its queue does not come back',
      );

    it('every charge is answered, expires, and is delivered, and jobs continue there', async () => {
      const outcomes: Outcome[] = [];
      let isOver = false;
      const client = async (): Promise<void> => {
        for (; !isOver; await delay(PAUSE_MS)) outcomes.push(await make());
      };
      await untilQueueIsThere();
      const clients = Array.from({ length: CLIENTS }, client);
      await until(() => outcomes.length >= ENOUGH, 'no load comes about');
      await until(async () => (await handledBy(redis.master)) > 0, 'the master wakes nobody');
      await lose(redis.master);
      await until(() => isMaster(redis.replica), 'the replica is not made the master');
      const before = await handledBy(redis.replica);
      await untilQueueIsThere();
      await until(
        async () => (await handledBy(redis.replica)) > before + ENOUGH,
        'the new master wakes nobody',
      );
      isOver = true;
      await Promise.all(clients);

      expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
      const ids = new Set(outcomes.map(idOf));
      const heard = (key: string): ReadonlySet<string> =>
        new Set(receiver.received.filter(({ event }) => event.key === key).map(({ event }) => event.data.id));
      const missing = (): string[] =>
        ['charge.create', 'charge.complete'].flatMap((key) =>
          [...ids].filter((id) => !heard(key).has(id)).map((id) => `${key} of ${id}`),
        );
      await until(
        () => missing().length === 0,
        async () => `not delivered: ${missing().join()}\n${await storedOf(missing())}`,
      );
      const { rows } = await tollgate.database.query<{ status: string }>(
        'SELECT DISTINCT status FROM charge',
      );
      expect(rows).toEqual([{ status: 'expired' }]);
      expect(await tollgate.stop('SIGTERM')).toBe(0);
    });
  });
});
