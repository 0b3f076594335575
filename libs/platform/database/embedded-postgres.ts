import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { SettingError } from '../config/setting-error.js';
import { claimDatabase } from './database-claim.js';
import { initialise, lastLine, POSTGRES_USER } from './postgres-cluster.js';
import { postgresHome, type PostgresHome } from './postgres-home.js';
import { findRunning, freePort, isAlive, launch, shutDown } from './postgres-server.js';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 40;
const DATABASE = 'tollgate';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Lets PostgreSQL finish what is committed and shut down cleanly. */
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL of our own in `dataDir`, kept between starts. One that a killed Tollgate left running is taken over,
 * a stale pid file is cleared, and a second Tollgate on the same folder is refused. One that dies is started again; `onLost` hears
 * when that cannot be. Throws {@link SettingError} for `DATA_DIR`.
 */
export async function startEmbeddedPostgres(dataDir: string, onLost: (error: Error) => void): Promise<EmbeddedPostgres> {
  try {
    return await start(dataDir, onLost);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new SettingError('DATA_DIR', `PostgreSQL cannot run in ${dataDir}: ${(error as Error).message.split('\n')[0]}`);
  }
}

async function start(dataDir: string, onLost: (error: Error) => void): Promise<EmbeddedPostgres> {
  const home = await postgresHome(dataDir);
  const password = await initialise(home);
  const found = await findRunning(home);
  let server = found ?? (await launch(home, await freePort()));
  const url = `postgresql://${POSTGRES_USER}:${password}@127.0.0.1:${server.port}/${DATABASE}`;
  try {
    await waitUntilConnectable(home, server.pid, url.replace(/[^/]+$/, 'postgres'));
    await createDatabase(url);
    const restart = async (): Promise<void> => {
      server = (await findRunning(home)) ?? (await launch(home, server.port));
      await waitUntilConnectable(home, server.pid, url);
    };
    const claim = await claimDatabase(url, dataDir, { onDisconnected: restart, onLost });
    return {
      url,
      stop: async () => {
        await claim.release();
        await shutDown(home, (await findRunning(home))?.pid ?? server.pid);
      },
    };
  } catch (error) {
    // What was found running belongs to whoever holds it; what was started here is stopped here.
    if (!found) await shutDown(home, server.pid);
    throw error;
  }
}

async function waitUntilConnectable(home: PostgresHome, pid: number, url: string): Promise<void> {
  for (const deadline = performance.now() + START_TIMEOUT_MS; performance.now() < deadline; await delay(POLL_MS)) {
    if (await canConnect(url)) return;
    if (!isAlive(pid)) break;
  }
  const log = await readFile(join(home.dir, 'postgres.log'), 'utf8').catch(() => '');
  throw new SettingError('DATA_DIR', `PostgreSQL did not start in ${home.dir}: ${lastLine(log)}`);
}

async function canConnect(url: string): Promise<boolean> {
  const client = quietClient(url);
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    () => false,
  );
}

async function createDatabase(url: string): Promise<void> {
  const client = quietClient(url.replace(/[^/]+$/, 'postgres'));
  await client.connect();
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
}

/** A connection whose loss is no crash: whoever uses it sees the failed query. */
function quietClient(connectionString: string): Client {
  const client = new Client({ connectionString, connectionTimeoutMillis: START_TIMEOUT_MS });
  client.on('error', () => undefined);
  return client;
}
