import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresHome } from './postgres-home.js';
import { boundLog, complaintIn, logSince, openLog } from './postgres-log.js';

const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 40;
/** The state in `/proc/<pid>/stat` of Linux, after the name of the program. */
const ZOMBIE = /\) [ZX] [^)]*$/;

/** A PostgreSQL server's process, and its port on loopback. */
export interface PostgresServer {
  readonly pid: number;
  readonly port: number;
  /** True if it has ended, so that its id may be reused. */
  readonly hasEnded: () => boolean | Promise<boolean>;
}

/** A server that this process started. */
export interface LaunchedServer extends PostgresServer {
  /** The reason of its end, in one line. */
  complaint(): Promise<string>;
}

/** Starts the server, and does not wait until it accepts connections. */
export async function launch(home: PostgresHome, port: number): Promise<LaunchedServer> {
  const file = logOf(home);
  await boundLog(file);
  const log = await openLog(file);
  try {
    if (home.user) await log.chown(home.user.uid, home.user.gid);
    const { size } = await log.stat();
    // A session of its own: Ctrl-C must reach Tollgate alone, which stops PostgreSQL when nothing needs it
    // any more.
    const server = spawn(join(home.program, 'bin', 'postgres'), flagsOf(home, port), {
      ...home.user,
      cwd: home.dir,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(server, 'spawn');
    server.unref();
    const complaint = async (): Promise<string> =>
      complaintIn(await logSince(file, size)) ??
      `it ended with ${server.exitCode ?? server.signalCode}, and its log says nothing`;
    return {
      pid: server.pid ?? 0,
      port,
      hasEnded: () => server.exitCode !== null || server.signalCode !== null,
      complaint,
    };
  } finally {
    await log.close();
  }
}

export function logOf(home: PostgresHome): string {
  return join(home.dir, 'postgres.log');
}

function flagsOf(home: PostgresHome, port: number): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // A whole Tollgate in one process opens up to a hundred, and several may share the server.
    'max_connections=500',
    'timezone=UTC',
    // Plans of a new database are made for empty tables, and made again once these are analyzed
    // (docs/decisions/0021-plans-of-a-new-database.md).
    'autovacuum_naptime=10s',
    // Includes the kind of process, to distinguish errors that ended the server from those of a client.
    'log_line_prefix=%m [%p] %b ',
  ];
  return ['-D', home.data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
}

/** Shuts the server down cleanly, and kills it after a time-out. */
export async function shutDown(home: PostgresHome, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    for (
      const deadline = performance.now() + STOP_TIMEOUT_MS;
      performance.now() < deadline;
      await delay(POLL_MS)
    ) {
      if (!existsSync(join(home.data, 'postmaster.pid'))) return;
      if (!isAlive(pid)) return;
    }
  }
}

/** A zombie, whose parent has not noticed its end, is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !ZOMBIE.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
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
