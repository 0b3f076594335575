import { NODE_FLAGS } from '../../rig/node-flags.js';
import type { OwnPostgres } from '../../rig/own-postgres.js';
import { OwnRedis } from '../../rig/own-redis.js';
import type { TollgateProcess } from '../../rig/tollgate-process.js';
import { migrateQueue } from '#platform/jobs/queue-backend.js';
import { CREATE_FORM } from '../forms.js';
import { Helper } from '../helper.js';
import { ask, basic } from '../http.js';
import type { Fixture } from '../fixture.js';
import type { Fixtures } from '../fixtures.js';
import type { BareWork } from './bare-worker.js';
import type { QueuePlace } from './bare-queue.js';
import type { ReceiverQuestion, ReceiverReply } from './receiver.js';

export type QueueStore = 'postgres' | 'redis';
export type Receiver = Helper<ReceiverQuestion, ReceiverReply>;

/** A Tollgate whose worker is started when it is to run. */
export interface Tollgate {
  readonly fixture: Fixture;
  /** Where its jobs are. */
  readonly queue: QueuePlace;
  readonly create: () => Promise<unknown>;
  readonly startWorker: () => Promise<Pick<TollgateProcess, 'end' | 'pid'>>;
  readonly close: () => Promise<void>;
}

/** A bare BullMQ, with a queue of its own. */
interface Bare {
  readonly producer: Helper<number, number>;
  readonly startWorker: () => Promise<Helper<BareWork, undefined>>;
}

/** Tollgate with few charges in its database, with many if that is asked for, and a bare BullMQ; all send to the same receiver. */
export interface WebhookFixtures {
  readonly few: Tollgate;
  readonly many: Tollgate | undefined;
  readonly bare: Bare;
  readonly receiver: Receiver;
  readonly close: () => Promise<void>;
}

export interface WebhookFixturesPlan {
  readonly store: QueueStore;
  readonly fixtures: Fixtures;
  readonly dir: string;
  readonly receiver: Receiver;
  /** Charges in the databases. */
  readonly small: number;
  readonly large: number | undefined;
  /** Of the API. */
  readonly processes: number;
}

export async function openWebhookFixtures(
  postgres: OwnPostgres,
  plan: WebhookFixturesPlan,
  say: (line: string) => void,
): Promise<WebhookFixtures> {
  const { store, fixtures, dir, receiver, small, large, processes } = plan;
  const { url: webhookUri } = await receiver.ask({ atLeast: 0 });
  const tollgate = async (size: string, count: number): Promise<Tollgate> => {
    say(`webhooks, queue in ${store}: filling a database with ${count} charges`);
    const redis = store === 'redis' ? await OwnRedis.open() : undefined;
    const name = `webhooks_${store}_${size}`;
    const fixture = await fixtures.open({ name, dir, count, processes, webhookUri, redisUrl: redis?.url });
    return tollgateOf(fixture, redis);
  };
  const few = await tollgate('few', small);
  const many = large === undefined ? undefined : await tollgate('many', large);
  const bareRedis = store === 'redis' ? await OwnRedis.open() : undefined;
  const bareDatabase = `bench_bare_${store}`;
  await postgres.query('postgres', `CREATE DATABASE ${bareDatabase}`);
  await migrateQueue(postgres.url(bareDatabase));
  const place = { databaseUrl: postgres.url(bareDatabase), redisUrl: bareRedis?.url };
  const producer = Helper.open<number, number>('webhooks/bare-producer', [JSON.stringify(place)], NODE_FLAGS);
  // What its past left at the receiver.
  await receiver.ask({ atLeast: 0 });
  return {
    few,
    many,
    bare: {
      producer,
      startWorker: async () => {
        const worker = Helper.open<BareWork, undefined>('webhooks/bare-worker', [], NODE_FLAGS);
        await worker.ask({ place, receiver: webhookUri, event: eventOf(few.fixture) });
        return worker;
      },
    },
    receiver,
    close: async () => {
      const ends = await Promise.allSettled([producer.end(), few.close(), many?.close(), bareRedis?.kill()]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

function tollgateOf(fixture: Fixture, redis: OwnRedis | undefined): Tollgate {
  const { deployment, writer } = fixture;
  const authorization = basic(writer.secretKey);
  return {
    fixture,
    queue: { databaseUrl: deployment.postgres.url(deployment.database), redisUrl: redis?.url },
    create: () => ask('POST', `${deployment.urls('api')[0]}/charges`, { authorization, form: CREATE_FORM }),
    startWorker: () => deployment.start('worker'),
    close: async () => {
      await deployment.discard();
      await redis?.kill();
    },
  };
}

/** What is sent when a charge is made. */
function eventOf({ recorded }: Fixture): string {
  const event = recorded.created.rows.find(({ table }) => table === 'event');
  const body = event?.columns.find(({ name }) => name === 'body')?.value;
  if (typeof body !== 'string') throw new Error(`${recorded.created.id} has no event`);
  return body;
}
