import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { SettingError } from '../config/setting-error.js';
import { clusterUrl } from './postgres-cluster.js';
import type { PostgresHome } from './postgres-home.js';
import { findRunning, statusOf } from './postgres-lock-file.js';
import type { Spawning } from './postgres-program.js';
import {
  freePort,
  launch,
  logOf,
  shutDown,
  type LaunchedServer,
  type PostgresServer,
} from './postgres-server.js';

export const DATABASE = 'tollgate';
/** The time-out of a server without progress. Recovery after a crash is progress, however long it takes. */
const START_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 30_000;
const POLL_MS = 40;
/**
 * Temporary failures: a server that starts, stops, is full or unreachable, or a concurrent CREATE DATABASE.
 */
const PASSING_FAILURE = /^(?:57P|08|53300|55006|E[A-Z]+$)/;
/** PostgreSQL's `invalid_authorization_specification` and `invalid_password`. */
const REFUSED = ['28000', '28P01'];
/** PostgreSQL's `duplicate_database`, and the unique violation of concurrent creations. */
const EXISTS = ['42P04', '23505'];
/**
 * Temporary start failures: another start was quicker, the port was taken, or processes of a killed server
 * are still ending.
 */
const PASSING_END =
  /lock file ".*" already exists|could not create any TCP\/IP sockets|pre-existing shared memory block/;

/**
 * Resolves with the server that runs on this data, or a started one, once it accepts connections. Throws
 * {@link SettingError} otherwise, and leaves no started server running.
 */
export async function bringUp(
  home: PostgresHome,
  password: string,
  { stopping, onSpawn }: Spawning = {},
  port?: number,
): Promise<PostgresServer> {
  for (
    const deadline = performance.now() + START_TIMEOUT_MS;
    ;
    await delay(POLL_MS, undefined, { signal: stopping })
  ) {
    const found = await findRunning(home, password);
    if (found) {
      if (await untilConnectable(home, found, password, stopping)) return found;
      continue;
    }
    const launched = await launch(home, port ?? (await freePort()));
    onSpawn?.();
    if (await untilLaunched(home, launched, password, stopping)) return launched;
    const complaint = await launched.complaint();
    if (!PASSING_END.test(complaint) || performance.now() > deadline) {
      throw new SettingError('DATA_DIR', `cannot start PostgreSQL in ${home.dir}: ${complaint}`);
    }
  }
}

async function untilLaunched(
  home: PostgresHome,
  server: LaunchedServer,
  password: string,
  stopping?: AbortSignal,
): Promise<boolean> {
  try {
    return await untilConnectable(home, server, password, stopping);
  } catch (error) {
    await shutDown(home, server.pid);
    throw error;
  }
}

/** Resolves with true once the server accepts connections, with false if it ends first. */
async function untilConnectable(
  home: PostgresHome,
  { pid, port, hasEnded }: PostgresServer,
  password: string,
  stopping?: AbortSignal,
): Promise<boolean> {
  let failure: NodeJS.ErrnoException | undefined;
  for (
    let seenAt = performance.now();
    performance.now() < seenAt + START_TIMEOUT_MS;
    await delay(POLL_MS, undefined, { signal: stopping })
  ) {
    if (await hasEnded()) return false;
    const status = await statusOf(home, pid);
    // Connections before it is ready would each be logged.
    if (status === 'starting') seenAt = performance.now();
    if (status !== 'ready') continue;
    failure = await ensureDatabase(port, password).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error,
    );
    if (!failure) return true;
    if (REFUSED.includes(failure.code ?? '')) {
      const ways = 'restore the file, or set a new password (docs/operations.md)';
      throw new SettingError('DATA_DIR', `wrong database password in ${home.dir}/postgres-password; ${ways}`);
    }
    if (failure.code !== undefined && !PASSING_FAILURE.test(failure.code)) throw failure;
  }
  throw new SettingError(
    'DATA_DIR',
    `PostgreSQL in ${home.dir}, process ${pid}, accepts no connections: ${failure?.message ?? 'not ready'}; its log: ${logOf(home)}`,
  );
}

/** Creates Tollgate's database in the cluster unless it exists. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new Client({
    connectionString: clusterUrl(port, password, 'postgres'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // A lost connection must not crash the process; its query fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (!EXISTS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
