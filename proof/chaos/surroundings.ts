import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../libs/platform/database/migrate.js';
import { watched } from '../contract/watched.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import { OwnRedis } from '../rig/own-redis.js';
import { SANDBOX_SECRET } from '../rig/program.js';
import { openProcesses } from '../rig/processes.js';
import type { TollgateProcess } from '../rig/tollgate-process.js';
import type { Pace } from './pace.js';
import type { Random } from './random.js';
import { ChaosReceiver, RECEIVER_TEMPERS } from './receivers.js';

/** The storage of BullMQ's jobs. */
export type QueueStore = 'postgres' | 'redis';

/** Time limit and retry delays of webhooks: short, so that deliveries of a run end in every way. */
const WEBHOOK_TIMEOUT_MS = 1_500;
export const RETRY_DELAYS_MS = [200, 500, 1_000, 1_000, 2_000, 3_000, 3_000];
/** `chaos-webhook-secret-of-the-run`, base64. */
export const WEBHOOK_SECRET = 'Y2hhb3Mtd2ViaG9vay1zZWNyZXQtb2YtdGhlLXJ1bg==';

type Env = Readonly<Record<string, string>>;

/** The servers and processes that faults break. */
export interface Surroundings {
  readonly database: string;
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis | undefined;
  readonly members: readonly TollgateProcess[];
  readonly receivers: readonly ChaosReceiver[];
  /** Responses so far that contradict the OpenAPI document. */
  contradictions(): string[];
  close(): Promise<void>;
}

/** Starts a database, a queue, receivers and several processes of each kind. Resolves when all are ready. */
export async function openSurroundings(
  postgres: OwnPostgres,
  { store, dir, pace }: { readonly store: QueueStore; readonly dir: string; readonly pace: Pace },
  random: Random,
): Promise<Surroundings> {
  const database = `chaos_${store}`;
  await postgres.query('postgres', `CREATE DATABASE ${database}`);
  // A folder without a developer's .env.
  mkdirSync(dir);
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const redis = store === 'redis' ? await OwnRedis.open() : undefined;
    if (redis) closers.push(() => redis.kill());
    const receivers = await Promise.all(
      RECEIVER_TEMPERS.map((temper) => ChaosReceiver.open(temper, random.fork())),
    );
    closers.push(async () => void (await Promise.all(receivers.map((receiver) => receiver.close()))));
    const env = settingsOf(postgres.url(database), redis?.url);
    await migrate(postgres.url(database));
    const watch = watched(join(dir, 'contradictions'));
    const members = await openProcesses(pace.members, dir, env, watch.execArgv);
    closers.push(async () => void (await Promise.all(members.map((member) => member.end()))));
    await Promise.all(members.map((member) => member.untilUp()));
    return { database, postgres, redis, members, receivers, contradictions: watch.breaches, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function settingsOf(databaseUrl: string, redisUrl: string | undefined): Env {
  return {
    DATABASE_URL: databaseUrl,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    HOST: '127.0.0.1',
    // As behind a proxy, all processes return the same addresses.
    BASE_URL: 'http://api.chaos.test',
    VAULT_URL: 'http://vault.chaos.test',
    PAY_URL: 'http://pay.chaos.test',
    CONTROL_URL: 'http://control.chaos.test',
    SANDBOX_SECRET,
    WEBHOOK_SECRET,
    WEBHOOK_TIMEOUT_MS: String(WEBHOOK_TIMEOUT_MS),
    WEBHOOK_RETRY_DELAYS: RETRY_DELAYS_MS.map((ms) => `${ms}ms`).join(','),
    LOG_LEVEL: 'warn',
  };
}
