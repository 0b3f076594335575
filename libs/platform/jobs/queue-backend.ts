import { once } from 'node:events';
import { createPostgresBackend, Queue, Worker, type Processor } from 'bullmq';
import type { Settings } from '../config/settings.js';
import { breaksWhenSilent, MAX_SILENCE_MS, openPool, watchPool } from '../database/pool.js';
import type { Metrics } from '../metrics/metrics.js';
import { withTimeout } from '../process/timeout.js';
import { connectRedis, prefixFor, redisAddress } from './redis-connection.js';
import { RetryingClient } from './retrying-client.js';
import type { JobData } from './job.js';
import { slowToFail } from './slow-to-fail.js';

/** The prefix of BullMQ's tables in PostgreSQL. */
const NAMESPACE = 'bullmq';
const POOL_SIZE = 6;
/** The most jobs that are added one by one. A bulk insert of more is faster. */
export const MAX_SINGLE_ADDS = 12;
const PING_TIMEOUT_MS = 2_000;
/** The states of a connection that may soon be ready. */
const CONNECTING: readonly string[] = ['connecting', 'connect'];
/**
 * In seconds and milliseconds: a worker polls for missed jobs every 5 s, and an unreachable queue every
 * second.
 */
const WORKER_OPTIONS = { drainDelay: 5, runRetryDelay: 1_000, autorun: false } as const;

type Listen = (error: Error) => void;

type QueueUse = 'producer' | 'worker';

/** The common part of BullMQ's queues and workers, whose types differ by store. */
interface StoredQueue extends Pick<
  Queue<JobData>,
  'add' | 'addBulk' | 'getJobCounts' | 'waitUntilReady' | 'close'
> {
  on(event: 'error', listener: Listen): unknown;
}
interface StoredWorker extends Pick<Worker<JobData>, 'run' | 'waitUntilReady' | 'close'> {
  on(event: 'error', listener: Listen): unknown;
  on(event: 'failed', listener: (job: unknown, error: Error) => void): unknown;
}

/** The connections of queues and workers, which it creates. */
interface Store {
  queue(name: string): StoredQueue;
  worker(name: string, handle: Processor<JobData>, concurrency: number): StoredWorker;
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

/** Takes jobs. They wait until the queue has connected once; later they fail while it is unreachable. */
export interface JobQueue extends Pick<StoredQueue, 'getJobCounts' | 'close'> {
  /** Throws when one of the jobs could not be added; the others may have been. */
  addAll(jobs: Parameters<StoredQueue['addBulk']>[0]): Promise<void>;
}

/** Runs jobs from the first connection until it is closed. */
export type JobWorker = Pick<StoredWorker, 'run' | 'close'>;

interface WorkerTerms {
  readonly handle: Processor<JobData>;
  readonly concurrency: number;
  readonly onFailed: Listen;
}

/** BullMQ on Redis or on PostgreSQL, and its connections. */
export interface QueueBackend {
  queue(name: string): JobQueue;
  worker(name: string, terms: WorkerTerms): JobWorker;
  /** Throws when the queue is unreachable or would reject a job. */
  ping(): Promise<void>;
  /** Closes the connections. Calls that wait for the first connection fail. */
  close(): Promise<void>;
}

/** Opens the backend of the settings. `onError` gets the errors of lost connections, which reconnect. */
export function openQueueBackend(
  { databaseUrl, redisUrl }: Pick<Settings, 'databaseUrl' | 'redisUrl'>,
  metrics: Metrics,
  use: QueueUse,
  onError: Listen,
): QueueBackend {
  const store =
    redisUrl === undefined ? openPostgres(databaseUrl, metrics, use, onError) : openRedis(redisUrl, onError);
  const clients: { giveUp(): void }[] = [];
  const retrying = <T extends StoredQueue | StoredWorker>(make: () => T): RetryingClient<T> => {
    const client = new RetryingClient(make, onError);
    clients.push(client);
    return client;
  };
  return {
    queue: (name) => {
      const queue = retrying(() => {
        const made = store.queue(name);
        made.on('error', onError);
        return made;
      });
      return {
        addAll: async (jobs) => addAll(await queue.ready(), jobs),
        getJobCounts: async (...states) => (await queue.ready()).getJobCounts(...states),
        close: () => queue.close(),
      };
    },
    worker: (name, { handle, concurrency, onFailed }) => {
      const worker = retrying(() => {
        const made = store.worker(name, handle, concurrency);
        made.on('error', onError);
        made.on('failed', (_, error) => onFailed(error));
        return made;
      });
      return {
        run: async () => (await worker.ready().catch(() => undefined))?.run(),
        close: () => worker.close(),
      };
    },
    ping: async () => void (await withTimeout(PING_TIMEOUT_MS, store.ping(), 'the queue does not answer')),
    close: async () => {
      for (const client of clients) client.giveUp();
      await store.close();
    },
  };
}

/** In PostgreSQL, BullMQ creates and drops two temporary tables for each bulk insert. */
async function addAll(queue: StoredQueue, jobs: Parameters<StoredQueue['addBulk']>[0]): Promise<void> {
  if (jobs.length > MAX_SINGLE_ADDS) return void (await queue.addBulk(jobs));
  const added = await Promise.allSettled(jobs.map(({ name, data, opts }) => queue.add(name, data, opts)));
  const failed = added.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

export async function migrateQueue(databaseUrl: string): Promise<void> {
  const queue = new Queue(
    'migrate',
    { connection: { connectionString: databaseUrl, schema: NAMESPACE, migrate: true, max: 1 } },
    createPostgresBackend,
  );
  await queue.waitUntilReady();
  await queue.close();
}

function openRedis(url: string, onError: Listen): Store {
  const address = redisAddress(url);
  const prefix = prefixFor(address);
  // Adding a job fails at once while Redis is unreachable, and the sweep does its work. A worker waits.
  const producer = connectRedis(address, { failsOffline: true, isLazy: false });
  const consumer = connectRedis(address, { failsOffline: false, isLazy: true });
  for (const connection of [producer, consumer]) connection.on('error', onError);
  return {
    queue: (name) => new Queue(name, { connection: producer, prefix }),
    worker: (name, handle, concurrency) =>
      new Worker(name, handle, { connection: consumer, prefix, concurrency, ...WORKER_OPTIONS }),
    ping: async () => {
      if (CONNECTING.includes(producer.status)) await once(producer, 'ready');
      // A replica rejects writes, and a cluster rejects writes to two keys in different slots.
      await producer.mset({ [`${prefix}:ping:1`]: '', [`${prefix}:ping:2`]: '' });
    },
    close: () => {
      for (const connection of [producer, consumer]) connection.disconnect();
      return Promise.resolve();
    },
  };
}

function openPostgres(
  databaseUrl: string | undefined,
  metrics: Metrics,
  use: QueueUse,
  onError: Listen,
): Store {
  // Jobs may get lost in a crash, so commits do not wait for the disk.
  const options = `-c timezone=UTC -c search_path=${NAMESPACE} -c synchronous_commit=off`;
  // A worker's listening connection is silent for long, so the limit is on its queries.
  const silence = use === 'producer' ? { stream: breaksWhenSilent() } : { query_timeout: MAX_SILENCE_MS };
  const pool = openPool(
    databaseUrl,
    { max: POOL_SIZE, application_name: 'tollgate-queue', options, ...silence },
    onError,
  );
  watchPool(metrics, use, pool);
  const connection = slowToFail(pool);
  return {
    queue: (name) => new Queue(name, { connection }, createPostgresBackend),
    worker: (name, handle, concurrency) =>
      new Worker(name, handle, { connection, concurrency, ...WORKER_OPTIONS }, createPostgresBackend),
    ping: () => pool.query('SELECT 1'),
    close: () => pool.end(),
  };
}
