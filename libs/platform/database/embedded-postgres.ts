import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { SettingError } from '../config/setting-error.js';
import { claimDatabase } from './database-claim.js';
import { installPostgres, postgresHome, type PostgresHome } from './postgres-home.js';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 40;
const USER = 'tollgate';
const DATABASE = 'tollgate';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Lets PostgreSQL finish what is committed and shut down cleanly. */
  stop(): Promise<void>;
}

interface Server {
  readonly pid: number;
  readonly port: number;
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
  const url = `postgresql://${USER}:${password}@127.0.0.1:${server.port}/${DATABASE}`;
  try {
    await waitUntilConnectable(home, server.pid, url.replace(/[^/]+$/, 'postgres'));
    await createDatabase(url);
    const restart = async (): Promise<void> => {
      server = (await findRunning(home)) ?? (await launch(home, server.port));
    };
    const claim = await claimDatabase(url, dataDir, { onDisconnected: restart, onLost });
    return {
      url,
      stop: async () => {
        await claim.release();
        await shutDown(home, server.pid);
      },
    };
  } catch (error) {
    // What was found running belongs to whoever holds it; what was started here is stopped here.
    if (!found) await shutDown(home, server.pid);
    throw error;
  }
}

/** Creates the cluster unless it is there, in a folder of its own first so that a half-made one is never taken for whole. */
async function initialise(home: PostgresHome): Promise<string> {
  await installPostgres(home);
  const passwordFile = join(home.dir, 'postgres-password');
  if (!existsSync(passwordFile)) {
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (home.user) await chown(passwordFile, home.user.uid, home.user.gid);
  }
  const password = (await readFile(passwordFile, 'utf8')).trim();
  if (existsSync(join(home.data, 'PG_VERSION'))) return password;

  const draft = `${home.data}.init-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (home.user) await chown(draft, home.user.uid, home.user.gid);
  const flags = [
    '-D',
    draft,
    '-U',
    USER,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--no-locale',
    '--no-instructions',
  ];
  const initdb = spawn(join(home.program, 'bin', 'initdb'), flags, { ...home.user, cwd: home.dir, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  initdb.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(initdb, 'close')) as [number | null];
  if (code !== 0) throw new SettingError('DATA_DIR', `PostgreSQL could not be set up in ${home.dir}: ${lastLine(complaint)}`);
  await rename(draft, home.data).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(join(home.data, 'PG_VERSION'))) throw error;
  });
  return password;
}

/** The server that runs on this data, if one does. Clears the pid file of one that does not. */
async function findRunning(home: PostgresHome): Promise<Server | undefined> {
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

async function launch(home: PostgresHome, port: number): Promise<Server> {
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

async function shutDown(home: PostgresHome, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    for (const deadline = performance.now() + STOP_TIMEOUT_MS; performance.now() < deadline; await delay(POLL_MS)) {
      if (!existsSync(join(home.data, 'postmaster.pid'))) return;
      if (!isAlive(pid)) return;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A connection whose loss is no crash: whoever uses it sees the failed query. */
function quietClient(connectionString: string): Client {
  const client = new Client({ connectionString, connectionTimeoutMillis: START_TIMEOUT_MS });
  client.on('error', () => undefined);
  return client;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
