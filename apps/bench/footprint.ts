import { spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { end, startNode } from '../rig/child.js';
import { OwnPostgres } from '../rig/own-postgres.js';
import { hostPorts, steadyPort } from '../rig/ports.js';
import { SANDBOX_SECRET } from '../rig/program.js';
import { until } from '../rig/until.js';
import { CREATE_FORM } from './forms.js';
import { Helper } from './helper.js';
import { basic } from './http.js';
import { overAndOver, type LoadPlan, type LoadResult } from './load/plan.js';
import type { BenchOptions } from './options.js';
import type { Round } from './round.js';
import { openFixture } from './fixture.js';
import type { Fixtures } from './fixtures.js';
import type { Section } from './section.js';
import { ratios, summarise } from './statistics.js';
import { markdownTable, NOTHING, shown } from './table.js';
import type { Receiver } from './webhooks/webhook-fixtures.js';

const START_LIMIT_MS = 120_000;
/** It does nothing for so long before its memory is looked at. */
const REST_MS = 10_000;
const LOAD_S = 20;
const DELIVERY_LIMIT_MS = 120_000;
const SHORT_TIMES = 40;
const CLIENTS = 20;

/** What one all-in-one process showed, a figure for each round. */
interface Figures {
  readonly start: number[];
  readonly rest: number[];
  readonly load: number[];
}

interface Home {
  readonly dir: string;
  readonly env: Env;
  readonly figures: Figures;
}

/** How long the all-in-one process takes to start, and how much memory it has. Not through npm, which takes a moment of its own. */
export async function measureFootprint(
  { options, fixtures, dir, receiver }: { options: BenchOptions; fixtures: Fixtures; dir: string; receiver: Receiver },
  say: (line: string) => void,
): Promise<Section[]> {
  const { url: webhookUri } = await receiver.ask({ atLeast: 0 });
  const { small, large, rounds, isShort } = options;
  const filled = async (size: string, count: number): Promise<Home> => {
    say(`footprint: filling a database with ${count} charges`);
    const name = `all-in-one-${size}`;
    const home = await prepareHome(join(dir, name), webhookUri);
    if (!isShort) return fillHome(home, count, webhookUri, say);
    const { deployment } = await fixtures.open({ name: `all_in_one_${size}`, dir, count, processes: 1, webhookUri });
    return { ...home, env: { ...home.env, DATABASE_URL: deployment.settings['DATABASE_URL'] ?? '', SANDBOX_SECRET } };
  };
  const few = await filled('few', small);
  const many = large === undefined ? undefined : await filled('many', large);
  const firsts: number[] = [];
  const problems: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const fresh = await prepareHome(join(dir, `all-in-one-${round}`), webhookUri);
    const { child, seconds } = await start(fresh);
    firsts.push(seconds);
    await end(child, 'SIGTERM');
    for (const home of many ? [few, many] : [few]) {
      const problem = await measureHome(home, receiver, isShort);
      if (problem !== null) problems.push(`all in one, in ${home.dir}: ${problem}`);
    }
    say(`footprint, round ${round + 1}: done`);
  }
  const row = (name: string, figure: keyof Figures, digits: number): string[] => {
    const values = few.figures[figure];
    const others = many
      ? [shown(summarise(many.figures[figure]), digits), shown(ratios(many.figures[figure], values), 2)]
      : [NOTHING, NOTHING];
    return [name, shown(summarise(values), digits), ...others];
  };
  const body = markdownTable(
    [
      'the all-in-one process',
      `${small} charges (few) at first`,
      large === undefined ? 'many' : `${large} charges (many) at first`,
      '× few',
    ],
    [
      ['first start to ready, s (no charges)', shown(summarise(firsts), 2), NOTHING, NOTHING],
      row('later start to ready, s', 'start', 2),
      row('memory at rest, MB without PostgreSQL', 'rest', 0),
      row(`memory after ${isShort ? SHORT_TIMES : `${LOAD_S} s of`} new charges from ${CLIENTS} clients, MB`, 'load', 0),
    ],
  );
  return [{ title: 'Start and memory', body, problems }];
}

/** Starts it, lets it rest, works it and stops it; answers why the figures mean nothing, or null. */
async function measureHome(home: Home, receiver: Receiver, isShort: boolean): Promise<string | null> {
  const { env, figures } = home;
  const { child, seconds } = await start(home);
  figures.start.push(seconds);
  try {
    await delay(isShort ? 0 : REST_MS);
    figures.rest.push(megabytesOf(child));
    const problem = await load(env, isShort ? { times: SHORT_TIMES } : { seconds: LOAD_S });
    await untilDelivered(env);
    // It need not keep what it got.
    await receiver.ask({ atLeast: 0 });
    await delay(isShort ? 0 : REST_MS);
    figures.load.push(megabytesOf(child));
    return problem;
  } finally {
    await end(child, 'SIGTERM');
  }
}

type Env = Awaited<ReturnType<typeof hostPorts>> &
  Readonly<Record<'METRICS_PORT' | 'DATA_DIR' | 'WEBHOOK_URL' | 'LOG_LEVEL' | 'NODE_ENV', string>> & {
    readonly DATABASE_URL?: string;
    readonly SANDBOX_SECRET?: string;
  };

/** A folder without an .env of whoever works here. */
async function prepareHome(dir: string, webhookUri: string): Promise<Home> {
  mkdirSync(dir);
  chmodSync(dir, 0o755);
  const ports = { ...(await hostPorts()), METRICS_PORT: String(await steadyPort()) };
  const env = { ...ports, DATA_DIR: join(dir, 'data'), WEBHOOK_URL: webhookUri, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  return { dir, env, figures: { start: [], rest: [], load: [] } };
}

/** Leaves a database with so many charges where the process will look for its own. */
async function fillHome(home: Home, count: number, webhookUri: string, say: (line: string) => void): Promise<Home> {
  const { dir, env } = home;
  mkdirSync(env.DATA_DIR);
  const postgres = await OwnPostgres.open(env.DATA_DIR);
  try {
    const { deployment } = await openFixture(postgres, { name: 'past', dir, count, processes: 1, webhookUri }, say);
    await deployment.close();
    await postgres.query('postgres', `ALTER DATABASE ${deployment.database} RENAME TO tollgate`);
    return home;
  } finally {
    await postgres.stop();
  }
}

/** Starts it; answers how long it took until API, vault and pages were ready. */
async function start({ dir, env }: Home): Promise<{ child: ChildProcess; seconds: number }> {
  const log = openSync(join(dir, 'tollgate.log'), 'a');
  const startedAt = performance.now();
  const child = startNode('apps/tollgate/main.js', { cwd: dir, env: { ...env, PATH: '/usr/bin:/bin' }, stdio: ['ignore', log, log] });
  closeSync(log);
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`Tollgate did not start: see ${dir}/tollgate.log`);
      return (await Promise.all([env.API_PORT, env.VAULT_PORT, env.PAY_PORT].map(isReady))).every(Boolean);
    },
    `Tollgate is not ready: see ${dir}/tollgate.log`,
    START_LIMIT_MS,
  );
  return { child, seconds: (performance.now() - startedAt) / 1_000 };
}

async function isReady(port: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}/readyz`, { reset: true });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

/** What is in memory of the process itself; PostgreSQL's processes are others. */
function megabytesOf({ pid }: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  const megabytes = Number(stdout.trim()) / 1_024;
  if (!(megabytes > 0)) throw new Error('ps does not tell the memory of a process');
  return megabytes;
}

/** What it measures next is a process at rest. */
function untilDelivered({ METRICS_PORT: port }: Env): Promise<void> {
  return until(
    async () => {
      const { body } = await request(`http://127.0.0.1:${port}/metrics`, { reset: true });
      return /^tollgate_webhook_deliveries_pending\{.*mode="test".*\} 0$/m.test(await body.text());
    },
    'The webhooks of the load do not arrive',
    DELIVERY_LIMIT_MS,
  );
}

/** New charges, and their webhooks, all in the one process. */
async function load({ API_PORT: port }: Env, round: Round): Promise<string | null> {
  const helper = Helper.open<LoadPlan, LoadResult>('load/main');
  try {
    const { problem } = await helper.ask({
      urls: [`http://127.0.0.1:${port}`],
      connections: CLIENTS,
      authorization: basic('skey_test_tollgate'),
      ...overAndOver([{ method: 'POST', path: '/charges', body: CREATE_FORM }], round),
    });
    return problem;
  } finally {
    await helper.end();
  }
}
