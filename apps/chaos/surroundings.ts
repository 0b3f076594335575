import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrate } from '#platform/database/migrate.js';
import { OwnPostgres } from './own-postgres.js';
import { OwnRedis } from './own-redis.js';
import { steadyPort } from './ports.js';
import type { Random } from './random.js';
import { ChaosReceiver, RECEIVER_TEMPERS } from './receivers.js';
import { TollgateProcess, type Role } from './tollgate-process.js';

/** Where BullMQ keeps its jobs. */
export type QueueStore = 'postgres' | 'redis';

/** How many processes of each kind there are. */
const MEMBERS: Readonly<Record<Role, number>> = { api: 2, vault: 2, worker: 2, pay: 1 };

/** Patience of the worker with receivers, and its attempts: short, so that a run sees deliveries end in every way. */
export const WEBHOOK_TIMEOUT_MS = 1_500;
export const RETRY_DELAYS_MS = [200, 500, 1_000, 1_000, 2_000, 3_000, 3_000];
/** `chaos-webhook-secret-of-the-run`, base64. */
export const WEBHOOK_SECRET = 'Y2hhb3Mtd2ViaG9vay1zZWNyZXQtb2YtdGhlLXJ1bg==';

/** Everything that can break, and that is mended again. */
export interface Surroundings {
  readonly database: string;
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis | undefined;
  readonly members: readonly TollgateProcess[];
  readonly receivers: readonly ChaosReceiver[];
  close(): Promise<void>;
}

/** A database, a queue, receivers, and several processes of each kind on them. Returns once all work. */
export async function openSurroundings(postgres: OwnPostgres, store: QueueStore, dir: string, random: Random): Promise<Surroundings> {
  const database = `chaos_${store}`;
  await postgres.query('postgres', `CREATE DATABASE ${database}`);
  await migrate(postgres.url(database));
  // A folder without an .env of whoever works here; the processes look for the migrations from where they are.
  mkdirSync(dir);
  symlinkSync(resolve('prisma'), join(dir, 'prisma'));
  const redis = store === 'redis' ? await OwnRedis.open(dir) : undefined;
  const receivers = await Promise.all(RECEIVER_TEMPERS.map((temper) => ChaosReceiver.open(temper, random.fork())));
  const members = await openMembers(dir, { DATABASE_URL: postgres.url(database), ...(redis ? { REDIS_URL: redis.url } : {}) });
  const close = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.end()));
    await redis?.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  };
  try {
    await Promise.all(members.map((member) => member.untilUp()));
  } catch (error) {
    await close();
    throw error;
  }
  return { database, postgres, redis, members, receivers, close };
}

async function openMembers(dir: string, stores: Readonly<Record<string, string>>): Promise<TollgateProcess[]> {
  const common = {
    ...stores,
    HOST: '127.0.0.1',
    // As behind a proxy: whichever process answers, the addresses in its answers are the same.
    BASE_URL: 'http://api.chaos.test',
    VAULT_URL: 'http://vault.chaos.test',
    PAY_URL: 'http://pay.chaos.test',
    WEBHOOK_SECRET,
    WEBHOOK_TIMEOUT_MS: String(WEBHOOK_TIMEOUT_MS),
    WEBHOOK_RETRY_DELAYS: RETRY_DELAYS_MS.map((ms) => `${ms}ms`).join(','),
    LOG_LEVEL: 'warn',
  };
  const members: TollgateProcess[] = [];
  for (const [role, count] of Object.entries(MEMBERS) as [Role, number][]) {
    for (let number = 1; number <= count; number += 1) {
      const port = await steadyPort();
      const settings = role === 'worker' ? common : { ...common, [`${role.toUpperCase()}_PORT`]: String(port) };
      members.push(new TollgateProcess({ role, name: `${role}-${number}`, dir, port, settings }));
    }
  }
  for (const member of members) member.start();
  return members;
}
