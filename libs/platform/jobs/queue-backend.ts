import { createPostgresBackend, Queue, Worker, type Processor } from 'bullmq';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Settings } from '../config/settings.js';
import { openPool, watchPool } from '../database/pool.js';
import type { Metrics } from '../metrics/metrics.js';
import { patient } from './patient-pool.js';
import type { AlarmData, QueueName } from './queues.js';

/** Where BullMQ keeps its tables in PostgreSQL, or the prefix of its keys in Redis. */
const NAMESPACE = 'bullmq';
const REDIS_PREFIX = 'tollgate';
const POOL_SIZE = 6;
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_MS = 500;
const MAX_RECONNECT_MS = 2_000;
const PING_TIMEOUT_MS = 2_000;
/** A worker looks for missed alarms every 5 seconds even when nothing wakes it, and every second for a queue that went away. */
const WORKER_OPTIONS = { drainDelay: 5, runRetryDelay: 1_000, autorun: false } as const;

/** What is used of BullMQ's queue and worker, which are of other types on each backend. */
export interface AlarmQueue extends Pick<Queue<AlarmData>, 'addBulk' | 'close' | 'getJobCounts'> {
  on(event: 'error', listener: (error: Error) => void): unknown;
}
export interface AlarmWorker extends Pick<Worker<AlarmData>, 'run' | 'close'> {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'failed', listener: (job: unknown, error: Error) => void): unknown;
}

/** BullMQ on Redis or on PostgreSQL: the same queues and workers on either. Owns the connections under them. */
export interface QueueBackend {
  queue(name: QueueName): AlarmQueue;
  worker(name: QueueName, handle: Processor<AlarmData>, concurrency: number): AlarmWorker;
  /** Throws when the queue cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The backend that the settings name, for the use that `name` tells in metrics. `onError` hears of lost connections, which mend themselves. */
export function openQueueBackend(
  { databaseUrl, redisUrl }: Pick<Settings, 'databaseUrl' | 'redisUrl'>,
  metrics: Metrics,
  name: string,
  onError: (error: Error) => void,
): QueueBackend {
  if (redisUrl !== undefined) return redisBackend(redisUrl, onError);
  const options = `-c timezone=UTC -c search_path=${NAMESPACE}`;
  const pool = openPool(databaseUrl, { max: POOL_SIZE, application_name: 'tollgate-queue', options }, onError);
  watchPool(metrics, name, pool);
  return postgresBackend(pool);
}

/** Makes BullMQ's own tables. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const queue = new Queue(
    'migrate',
    { connection: { connectionString: databaseUrl, schema: NAMESPACE, migrate: true, max: 1 } },
    createPostgresBackend,
  );
  await queue.waitUntilReady();
  await queue.close();
}

function redisBackend(url: string, onError: (error: Error) => void): QueueBackend {
  const retryStrategy = (times: number): number => Math.min(times * RECONNECT_MS, MAX_RECONNECT_MS);
  // Whoever rings must fail at once when Redis is away, not wait: the sweeper will do it. Whoever listens waits.
  const producer = new Redis(url, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    retryStrategy,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  const consumer = new Redis(url, { maxRetriesPerRequest: null, retryStrategy, lazyConnect: true });
  for (const connection of [producer, consumer]) connection.on('error', onError);
  return {
    // It waits for the first connection: asked before that, it would fail now and for good.
    queue: (name) => new Queue(name, { connection: producer, prefix: REDIS_PREFIX }),
    worker: (name, handle, concurrency) =>
      new Worker(name, handle, { connection: consumer, prefix: REDIS_PREFIX, concurrency, ...WORKER_OPTIONS }),
    ping: async () => {
      await withTimeout(producer.ping());
    },
    close: () => {
      for (const connection of [producer, consumer]) connection.disconnect();
      return Promise.resolve();
    },
  };
}

function postgresBackend(pool: Pool): QueueBackend {
  const connection = patient(pool);
  return {
    queue: (name) => new Queue(name, { connection }, createPostgresBackend),
    worker: (name, handle, concurrency) => new Worker(name, handle, { connection, concurrency, ...WORKER_OPTIONS }, createPostgresBackend),
    ping: async () => {
      await withTimeout(pool.query('SELECT 1'));
    },
    close: () => pool.end(),
  };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not answer')), PING_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
