import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import type { AccountKeys } from '../../rig/account.js';
import type { OwnPostgres } from '../../rig/own-postgres.js';
import { OwnRedis } from '../../rig/own-redis.js';
import type { TollgateProcess } from '../../rig/tollgate-process.js';
import { migrateQueue } from '#platform/jobs/queue-backend.js';
import { CREATE_FORM } from '../forms.js';
import { Helper } from '../helper.js';
import { ask, basic } from '../http.js';
import { openStage, type Stage } from '../stage.js';
import type { BareWork } from './bare-worker.js';
import type { QueuePlace } from './bare-queue.js';
import type { ReceiverQuestion, ReceiverReply } from './receiver.js';

export type QueueStore = 'postgres' | 'redis';

/** Tollgate and a bare BullMQ, with a receiver of their webhooks. */
export interface Race {
  readonly stage: Stage;
  readonly account: AccountKeys;
  readonly receiver: Helper<ReceiverQuestion, ReceiverReply>;
  /** Where Tollgate's alarms are. */
  readonly queue: QueuePlace;
  readonly producer: Helper<number, number>;
  readonly create: () => Promise<{ readonly id: string }>;
  readonly startWorker: () => Promise<TollgateProcess>;
  readonly startBareWorker: () => Promise<Helper<BareWork, undefined>>;
  readonly close: () => Promise<void>;
}

export async function openRace(
  postgres: OwnPostgres,
  store: QueueStore,
  dir: string,
  receiver: Helper<ReceiverQuestion, ReceiverReply>,
): Promise<Race> {
  const [redis, bareRedis] = store === 'redis' ? [await openRedis(dir, 'redis'), await openRedis(dir, 'bare-redis')] : [];
  const stage = await openStage(postgres, { name: `webhooks_${store}`, dir, processes: { api: 1 }, ...(redis && { redisUrl: redis.url }) });
  const { url } = await receiver.ask({ atLeast: 0 });
  const account = await stage.account(url);
  const bareDatabase = `bench_bare_${store}`;
  await postgres.query('postgres', `CREATE DATABASE ${bareDatabase}`);
  await migrateQueue(postgres.url(bareDatabase));
  const place = { databaseUrl: postgres.url(bareDatabase), redisUrl: bareRedis?.url };
  const producer = Helper.open<number, number>('webhooks/bare-producer', [JSON.stringify(place)]);
  const createFor = ({ secretKey }: AccountKeys): Promise<{ id: string }> =>
    ask('POST', `${stage.urls('api')[0]}/charges`, { authorization: basic(secretKey), form: CREATE_FORM });
  const event = await eventOf(stage, await createFor(await stage.account(null)));
  return {
    stage,
    account,
    receiver,
    queue: { databaseUrl: postgres.url(stage.database), redisUrl: redis?.url },
    producer,
    create: () => createFor(account),
    startWorker: () => stage.start('worker'),
    startBareWorker: async () => {
      const worker = Helper.open<BareWork, undefined>('webhooks/bare-worker');
      await worker.ask({ place, receiver: url, event });
      return worker;
    },
    close: async () => {
      await producer.end();
      await stage.close();
      await Promise.all([redis?.stop(), bareRedis?.stop()]);
    },
  };
}

/** What is sent when a charge is made. */
async function eventOf({ postgres, database }: Stage, { id }: { readonly id: string }): Promise<string> {
  const [event] = await postgres.query<{ body: string }>(database, 'SELECT body FROM event WHERE object_id = $1', [id]);
  if (!event) throw new Error(`${id} has no event`);
  return event.body;
}

function openRedis(dir: string, name: string): Promise<OwnRedis> {
  const home = join(dir, name);
  mkdirSync(home);
  return OwnRedis.open(home);
}
