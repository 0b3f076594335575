import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { endWithProgram } from '../rig/at-exit.js';
import { steadyPort } from '../rig/ports.js';
import { until } from '../rig/until.js';
import { CREATE_FORM } from './forms.js';
import { Helper } from './helper.js';
import { basic } from './http.js';
import type { LoadPlan, LoadResult } from './load/plan.js';
import type { BenchOptions } from './options.js';
import type { Section } from './section.js';
import { summarise } from './statistics.js';
import { markdownTable, shown } from './table.js';

const START_LIMIT_MS = 120_000;
/** It does nothing for so long before its memory is looked at. */
const REST_MS = 10_000;
const LOAD_S = 20;
const SHORT_S = 1;
const CLIENTS = 20;

/** How long the all-in-one process takes to start, and how much memory it has. Not through npm, which takes a moment of its own. */
export async function measureFootprint(
  { options, dir, webhookUri }: { options: BenchOptions; dir: string; webhookUri: string },
  say: (line: string) => void,
): Promise<Section[]> {
  const starts: { first: number[]; later: number[] } = { first: [], later: [] };
  const memory: { rest: number[]; load: number[] } = { rest: [], load: [] };
  const problems: string[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const home = join(dir, `all-in-one-${round}`);
    const env = await prepareHome(home, webhookUri);
    const first = await start(home, env);
    starts.first.push(first.seconds);
    await stop(first.child);
    const later = await start(home, env);
    starts.later.push(later.seconds);
    try {
      await delay(options.isShort ? 0 : REST_MS);
      memory.rest.push(megabytesOf(later.child));
      const problem = await load(env, options.isShort ? SHORT_S : LOAD_S);
      if (problem !== null) problems.push(`all in one: ${problem}`);
      await delay(options.isShort ? 0 : REST_MS);
      memory.load.push(megabytesOf(later.child));
    } finally {
      await stop(later.child);
    }
    say(`footprint, round ${round + 1}: done`);
  }
  const seconds = options.isShort ? SHORT_S : LOAD_S;
  const body = markdownTable(
    ['the all-in-one process', 'median (least–most)'],
    [
      ['first start to ready, s', shown(summarise(starts.first), 2)],
      ['later start to ready, s', shown(summarise(starts.later), 2)],
      ['memory at rest, MB without PostgreSQL', shown(summarise(memory.rest))],
      [`memory after ${seconds} s of new charges from ${CLIENTS} clients, MB`, shown(summarise(memory.load))],
    ],
  );
  return [{ title: 'Start and memory', body, problems }];
}

type Env = Readonly<Record<'API_PORT' | 'VAULT_PORT' | 'PAY_PORT' | 'DATA_DIR' | 'WEBHOOK_URL' | 'LOG_LEVEL' | 'NODE_ENV', string>>;

/** A folder without an .env of whoever works here. */
async function prepareHome(home: string, webhookUri: string): Promise<Env> {
  mkdirSync(home);
  chmodSync(home, 0o755);
  symlinkSync(resolve('prisma'), join(home, 'prisma'));
  const [api, vault, pay] = [await steadyPort(), await steadyPort(), await steadyPort()].map(String);
  if (!api || !vault || !pay) throw new Error('There are no ports');
  const ports = { API_PORT: api, VAULT_PORT: vault, PAY_PORT: pay };
  return { ...ports, DATA_DIR: join(home, 'data'), WEBHOOK_URL: webhookUri, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
}

/** Starts it; answers how long it took until its three hosts said that they were ready. */
async function start(home: string, env: Env): Promise<{ child: ChildProcess; seconds: number }> {
  const log = openSync(join(home, 'tollgate.log'), 'a');
  const startedAt = performance.now();
  const program = resolve('dist', 'apps', 'tollgate', 'main.js');
  const child = spawn(process.execPath, [program], { cwd: home, env: { ...env, PATH: '/usr/bin:/bin' }, stdio: ['ignore', log, log] });
  closeSync(log);
  endWithProgram(child);
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`Tollgate did not start: see ${home}/tollgate.log`);
      return (await Promise.all([env.API_PORT, env.VAULT_PORT, env.PAY_PORT].map(isReady))).every(Boolean);
    },
    START_LIMIT_MS,
    () => `Tollgate is not ready: see ${home}/tollgate.log`,
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

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** What is in memory of the process itself; PostgreSQL's processes are others. */
function megabytesOf({ pid }: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  const megabytes = Number(stdout.trim()) / 1_024;
  if (!(megabytes > 0)) throw new Error('ps does not tell the memory of a process');
  return megabytes;
}

/** New charges, and their webhooks, all in the one process. */
async function load({ API_PORT: port }: Env, seconds: number): Promise<string | null> {
  const helper = Helper.open<LoadPlan, LoadResult>('load/main');
  try {
    const { problem } = await helper.ask({
      urls: [`http://127.0.0.1:${port}`],
      connections: CLIENTS,
      authorization: basic('skey_test_tollgate'),
      requests: [{ method: 'POST', path: '/charges', body: CREATE_FORM }],
      until: { seconds },
    });
    return problem;
  } finally {
    await helper.end();
  }
}
