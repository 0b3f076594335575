import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../libs/platform/database/migrate.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import type { OwnRedis } from '../rig/own-redis.js';
import { openProcesses } from '../rig/processes.js';
import { SANDBOX_SECRET } from '../rig/program.js';
import type { Role } from '../rig/tollgate-process.js';
import { processorTime } from './processor-time.js';
import type { Tollgate } from './tollgate.js';

const DROP_LIMIT_MS = 60_000;
/** `bench-webhook-secret-of-the-run!`, base64. */
const WEBHOOK_SECRET = 'YmVuY2gtd2ViaG9vay1zZWNyZXQtb2YtdGhlLXJ1biE=';

/** One process of each kind on a database of its own. */
export interface Deployment extends Tollgate {
  readonly postgres: OwnPostgres;
  readonly database: string;
}

/**
 * Its queue is in PostgreSQL unless there is a Redis. Closing drops the database, and throws if a process had
 * ended.
 */
export async function startDeployment(
  postgres: OwnPostgres,
  {
    name,
    parent,
    redis,
  }: { readonly name: string; readonly parent: string; readonly redis?: OwnRedis | undefined },
): Promise<Deployment> {
  const database = `bench_${name}`;
  await postgres.query('postgres', `CREATE DATABASE ${database}`);
  // A folder without an .env.
  const dir = join(parent, name);
  mkdirSync(dir);
  await migrate(postgres.url(database));
  const members = await openProcesses({ api: 1, vault: 1, control: 1, worker: 1 }, dir, {
    DATABASE_URL: postgres.url(database),
    ...(redis && { REDIS_URL: redis.url }),
    HOST: '127.0.0.1',
    BASE_URL: 'http://api.bench.test',
    VAULT_URL: 'http://vault.bench.test',
    PAY_URL: 'http://pay.bench.test',
    WEBHOOK_SECRET,
    SANDBOX_SECRET,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  });
  await Promise.all(members.map((member) => member.untilUp()));
  const member = (role: Role): (typeof members)[number] => {
    const found = members.find(({ place }) => place.role === role);
    if (!found) throw new Error(`There is no ${role}`);
    return found;
  };
  const redisPid =
    redis && Number(/^process_id:(\d+)/m.exec(await redis.connected((client) => client.info('server')))?.[1]);
  return {
    name: '',
    postgres,
    database,
    api: member('api').url,
    vault: member('vault').url,
    control: member('control').url,
    processorTime: () => ({
      API: processorTime(member('api').pid ?? 0),
      worker: processorTime(member('worker').pid ?? 0),
      PostgreSQL: processorTime(postgres.pid),
      ...(redisPid !== undefined && { Redis: processorTime(redisPid) }),
    }),
    close: async () => {
      await Promise.all(members.map((each) => each.end()));
      const falls = members.flatMap((each) => each.falls);
      if (falls.length > 0) throw new Error(`In ${dir}: ${falls.join('; ')}`);
      await postgres.query('postgres', `DROP DATABASE ${database} WITH (FORCE)`, [], DROP_LIMIT_MS);
    },
  };
}
