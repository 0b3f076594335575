import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { request } from 'undici';
import { atExit } from '../rig/at-exit.js';
import { end, hasEnded } from '../rig/child.js';
import { hostPorts } from '../rig/ports.js';
import { until } from '../../libs/platform/testing/until.js';
import { processorTime } from './processor-time.js';
import type { Tollgate } from './tollgate.js';

const START_LIMIT_MS = 120_000;

export interface AllInOne extends Tollgate {
  /** From the start of the process until all hosts were ready. */
  readonly seconds: number;
  /** Resident memory of the process, without PostgreSQL. */
  megabytes(): number;
}

/** Starts the program of `npm start` with its data in `dir`. `node` is the binary that runs it. */
export async function startAllInOne(node: string, dir: string): Promise<AllInOne> {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
  const ports = await hostPorts();
  const data = join(dir, 'data');
  const log = openSync(join(dir, 'tollgate.log'), 'a');
  const env = { ...ports, PATH: '/usr/bin:/bin', DATA_DIR: data, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  const startedAt = performance.now();
  const child = spawn(node, [resolve('dist', 'apps', 'tollgate', 'main.js')], {
    cwd: dir,
    env,
    stdio: ['ignore', log, log],
  });
  // It stops its PostgreSQL by itself.
  atExit(() => void child.kill('SIGTERM'));
  closeSync(log);
  const addresses = [ports.API_PORT, ports.VAULT_PORT, ports.CONTROL_PORT].map(
    (port) => `http://127.0.0.1:${port}`,
  );
  const [api = '', vault = '', control = ''] = addresses;
  await until(
    async () => {
      if (hasEnded(child)) throw new Error(`Tollgate did not start: see ${dir}/tollgate.log`);
      return (await Promise.all(addresses.map(isReady))).every(Boolean);
    },
    `Tollgate is not ready: see ${dir}/tollgate.log`,
    START_LIMIT_MS,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const pid = child.pid ?? 0;
  const postgres = Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    name: `Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1)}`,
    api,
    vault,
    control,
    seconds,
    processorTime: () => ({ node: processorTime(pid), PostgreSQL: processorTime(postgres) }),
    megabytes: () =>
      Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1_024,
    close: () => end(child, 'SIGTERM'),
  };
}

async function isReady(address: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${address}/readyz`, { reset: true });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
