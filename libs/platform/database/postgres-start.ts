import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { SettingError } from '../config/setting-error.js';
import { clusterUrl } from './postgres-cluster.js';
import type { PostgresHome } from './postgres-home.js';
import { findRunning, statusOf } from './postgres-lock-file.js';
import { freePort, launch, shutDown, type LaunchedServer, type PostgresServer } from './postgres-server.js';

/** Tollgate's database in the cluster. */
export const DATABASE = 'tollgate';
/** For a server that shows no sign of life. One that recovers after a crash does, for as long as that takes. */
const START_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 30_000;
const POLL_MS = 40;
/** Temporary failures: a server that starts, stops, is full or unreachable, or a concurrent CREATE DATABASE. */
const PASSING_FAILURE = /^(?:57P|08|53300|55006|E[A-Z]+$)/;
/** PostgreSQL's `invalid_authorization_specification` and `invalid_password`. */
const REFUSED = ['28000', '28P01'];
/** PostgreSQL's `duplicate_database`, and what that is when both are made in the same moment. */
const EXISTS = ['42P04', '23505'];
/** Ends of a server that are over in a moment: another start was quicker, a port was taken meanwhile, and what a killed server left still ends. */
const PASSING_END = /lock file ".*" already exists|could not create any TCP\/IP sockets|pre-existing shared memory block/;

/**
 * The server that runs on this data, or one that is started on it, as soon as it takes connections. Throws {@link SettingError} when that cannot be, and
 * then nothing that was started here is left running.
 */
export async function bringUp(home: PostgresHome, password: string, stopping?: AbortSignal, port?: number): Promise<PostgresServer> {
  for (const deadline = performance.now() + START_TIMEOUT_MS; ; await delay(POLL_MS, undefined, { signal: stopping })) {
    const found = await findRunning(home, password);
    if (found) {
      if (await untilConnectable(home, found, password, stopping)) return found;
      continue;
    }
    const launched = await launch(home, port ?? (await freePort()));
    if (await untilLaunched(home, launched, password, stopping)) return launched;
    const complaint = await launched.complaint();
    if (!PASSING_END.test(complaint) || performance.now() > deadline) {
      throw new SettingError('DATA_DIR', `cannot start PostgreSQL in ${home.dir}: ${complaint}`);
    }
  }
}

async function untilLaunched(home: PostgresHome, server: LaunchedServer, password: string, stopping?: AbortSignal): Promise<boolean> {
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
    // Not asked before it is ready: it would log each time that it is not.
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
    `PostgreSQL in ${home.dir}, process ${pid}, accepts no connections: ${failure?.message ?? 'not ready'}`,
  );
}

/** Makes Tollgate's database in the cluster unless it is there. */
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
