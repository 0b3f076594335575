import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresHome } from './postgres-home.js';

const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 40;

/** A PostgreSQL server's process, and where it listens on loopback. */
export interface PostgresServer {
  readonly pid: number;
  readonly port: number;
}

/** The server that runs on this data, if one does. Clears the pid file of one that does not. */
export async function findRunning(home: PostgresHome): Promise<PostgresServer | undefined> {
  const pidFile = join(home.data, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (pid > 0 && port > 0 && (await isOurServer(pid, home))) return { pid, port };
  // Another start may have put a living server's file there meanwhile: only the one that was judged is removed.
  if ((await readFile(pidFile, 'utf8').catch(() => undefined)) === text) await rm(pidFile, { force: true });
  return undefined;
}

/** Whether `pid` is a PostgreSQL of this data folder, and not a process that got its number since. */
async function isOurServer(pid: number, home: PostgresHome): Promise<boolean> {
  const ps = spawn('ps', ['-p', String(pid), '-o', 'args='], { stdio: ['ignore', 'pipe', 'ignore'] });
  let args = '';
  ps.stdout.on('data', (chunk: Buffer) => (args += chunk.toString()));
  const hasPs = await once(ps, 'close').then(
    () => true,
    () => false,
  );
  if (hasPs) return args.includes(home.data);
  const cmdline = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return cmdline.includes(home.data);
}

/** Starts the server and does not wait until it takes connections. */
export async function launch(home: PostgresHome, port: number): Promise<PostgresServer> {
  const log = await open(join(home.dir, 'postgres.log'), 'a');
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC'];
  const flags = ['-D', home.data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  // A session of its own: Ctrl-C must reach Tollgate alone, which stops PostgreSQL when nothing needs it any more.
  const server = spawn(join(home.program, 'bin', 'postgres'), flags, {
    ...home.user,
    cwd: home.dir,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  await once(server, 'spawn');
  server.unref();
  await log.close();
  return { pid: server.pid ?? 0, port };
}

/** Lets the server finish what is committed and end; one that does not is made to. */
export async function shutDown(home: PostgresHome, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    for (const deadline = performance.now() + STOP_TIMEOUT_MS; performance.now() < deadline; await delay(POLL_MS)) {
      if (!existsSync(join(home.data, 'postmaster.pid'))) return;
      if (!isAlive(pid)) return;
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
