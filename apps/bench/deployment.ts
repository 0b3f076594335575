import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '#platform/database/migrate.js';
import { openAccount, type AccountKeys } from '../rig/account.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import { openProcesses } from '../rig/processes.js';
import { SANDBOX_SECRET } from '../rig/program.js';
import type { Role, TollgateProcess } from '../rig/tollgate-process.js';
import { timeOf, timeWithChildren } from './processor-time.js';

const DROP_LIMIT_MS = 60_000;
/** `bench-webhook-secret-of-the-run!`, base64. */
const WEBHOOK_SECRET = 'YmVuY2gtd2ViaG9vay1zZWNyZXQtb2YtdGhlLXJ1biE=';

/** In milliseconds; `undefined` where the system does not tell. */
export interface ProcessorTime {
  readonly processes: number | undefined;
  readonly database: number | undefined;
}

/** A database, and processes of Tollgate on it. */
export interface Deployment {
  readonly postgres: OwnPostgres;
  readonly database: string;
  readonly dir: string;
  readonly settings: Readonly<Record<string, string>>;
  urls(role: Role): string[];
  /** The processor time that the first `count` processes of a role and the database have taken so far. */
  processorTime(role: Role, count: number): ProcessorTime;
  /** A new account, whose webhooks go to `webhookUri`, or nowhere. */
  account(webhookUri: string | null): Promise<AccountKeys>;
  /** Starts one more process for a while. */
  start(role: Role): Promise<Pick<TollgateProcess, 'end' | 'pid'>>;
  /** Ends the processes. Throws when one ended by itself. */
  close(): Promise<void>;
  /** Closes it, and drops its database, which may be large. */
  discard(): Promise<void>;
}

export interface DeploymentPlan {
  readonly name: string;
  /** A folder that is there. */
  readonly dir: string;
  readonly processes: Readonly<Partial<Record<Role, number>>>;
  readonly redisUrl?: string | undefined;
  /** Besides those that all have. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Returns once all serve. */
export async function startDeployment(postgres: OwnPostgres, plan: DeploymentPlan): Promise<Deployment> {
  const { name, processes, redisUrl } = plan;
  const database = `bench_${name}`;
  await postgres.query('postgres', `CREATE DATABASE ${database}`);
  const dir = join(plan.dir, name);
  // A folder without an .env of whoever works here.
  mkdirSync(dir);
  const settings = {
    DATABASE_URL: postgres.url(database),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    HOST: '127.0.0.1',
    // As behind a proxy: whichever process answers, the addresses in its answers are the same.
    BASE_URL: 'http://api.bench.test',
    VAULT_URL: 'http://vault.bench.test',
    PAY_URL: 'http://pay.bench.test',
    WEBHOOK_SECRET,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    SANDBOX_SECRET,
    ...plan.settings,
  };
  await migrate(settings.DATABASE_URL);
  const members: TollgateProcess[] = [];
  const open = async (counts: DeploymentPlan['processes']): Promise<TollgateProcess[]> => {
    const more = await openProcesses(counts, dir, settings);
    members.push(...more);
    await Promise.all(more.map((member) => member.untilUp()));
    return more;
  };
  const close = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.end()));
    const falls = members.flatMap((member) => member.falls);
    if (falls.length > 0) throw new Error(`In ${dir}: ${falls.join('; ')}`);
  };
  await open(processes);
  return {
    postgres,
    database,
    dir,
    settings,
    urls: (role) => members.filter(({ place }) => place.role === role).map(({ url }) => url),
    processorTime: (role, count) => {
      const pids = members.filter(({ place }) => place.role === role).slice(0, count);
      return { processes: timeOf(pids.map(({ pid }) => pid ?? 0)), database: timeWithChildren(postgres.pid) };
    },
    account: (webhookUri) => openAccount(postgres, database, { currency: 'THB', webhookUri, webhookSecret: WEBHOOK_SECRET }),
    start: async (role) => {
      const [member] = await open({ [role]: 1 });
      if (!member) throw new Error(`No ${role} was started`);
      return member;
    },
    close,
    discard: async () => {
      await close();
      await postgres.query('postgres', `DROP DATABASE ${database} WITH (FORCE)`, [], DROP_LIMIT_MS);
    },
  };
}
