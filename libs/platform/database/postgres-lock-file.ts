import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../clock/clock.js';
import { SettingError } from '../config/setting-error.js';
import type { PostgresHome } from './postgres-home.js';
import { servesFrom, worksIn } from './postgres-identity.js';
import { isAlive, type PostgresServer } from './postgres-server.js';

/**
 * A server listens within this time after writing its lock file. Otherwise the process with its id is another
 * program.
 */
const BEGINNING_MS = 60_000;
/** The longest time that a new file may be empty. */
const WRITING_MS = 2_000;
const POLL_MS = 100;
/** PostgreSQL's `cannot_connect_now`. */
const STARTING_OR_STOPPING = '57P03';

/** Fields of PostgreSQL's lock file, `postmaster.pid`. */
interface LockFile {
  readonly pid: number;
  /** When the server began, in seconds since 1970. */
  readonly startedAt: number;
  readonly port: number;
  readonly status: string;
}

/**
 * The server that runs on this data, if any. PostgreSQL itself removes the lock file of a dead server, after
 * a check for its remaining processes. Throws
 * {@link SettingError} if a process may be the server and cannot be identified.
 */
export async function findRunning(home: PostgresHome, password: string): Promise<PostgresServer | undefined> {
  const file = await open(lockFileOf(home), 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file) return undefined;
  try {
    const text = await readWritten(file);
    const lock = parse(text);
    // A negative number is a standalone backend (`postgres --single`), with which a server does not share its
    // data.
    if (lock.pid < 0) return undefined;
    if (lock.pid > 0 && (await isServer(lock, home, password))) return found(home, lock);
    await disown(file, text);
    return undefined;
  } finally {
    await file.close();
  }
}

function found(home: PostgresHome, { pid, port }: LockFile): PostgresServer {
  return { pid, port, hasEnded: async () => !isAlive(pid) || (await statusOf(home, pid)) === undefined };
}

/** The server's status in its lock file; `undefined` if the file belongs to another process. */
export async function statusOf(home: PostgresHome, pid: number): Promise<string | undefined> {
  const lock = parse(await readFile(lockFileOf(home), 'utf8').catch(() => ''));
  return lock.pid === pid ? lock.status : undefined;
}

function lockFileOf(home: PostgresHome): string {
  return join(home.data, 'postmaster.pid');
}

function parse(text: string): LockFile {
  const lines = text.split('\n');
  return {
    pid: Number(lines[0]),
    startedAt: Number(lines[2]),
    port: Number(lines[3]),
    status: lines[7]?.trim() ?? '',
  };
}

/** An empty file is about to be written, or was left by a full disk or a power cut. */
async function readWritten(file: FileHandle): Promise<string> {
  for (const deadline = performance.now() + WRITING_MS; ; await delay(POLL_MS)) {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
    if (size > 0 || performance.now() > deadline) return buffer.toString();
  }
}

/** True if this process is the server of this data, and not another one with a reused id. */
async function isServer(lock: LockFile, home: PostgresHome, password: string): Promise<boolean> {
  for (const deadline = performance.now() + BEGINNING_MS; ; await delay(POLL_MS)) {
    // A killed server may end between two checks, and then looks like one that does not listen yet.
    if (!isAlive(lock.pid)) return false;
    const answer = (await worksIn(lock.pid, home.data)) ?? (await servesFrom(lock.port, password, home.data));
    if (typeof answer === 'boolean') return answer;
    const isRefused = answer.code === 'ECONNREFUSED';
    if (isRefused && new Clock().machineNow().getTime() > lock.startedAt * 1000 + BEGINNING_MS) return false;
    if ((!isRefused && answer.code !== STARTING_OR_STOPPING) || performance.now() > deadline) {
      const doubt = `cannot tell if process ${lock.pid} from ${lockFileOf(home)} is PostgreSQL: ${answer.message}`;
      throw new SettingError(
        'DATA_DIR',
        `${doubt}; stop the process, or delete the file if it is another program`,
      );
    }
  }
}

/**
 * Replaces the process id of a dead server, or of another program, by this process's. PostgreSQL takes even a
 * zombie for a running server, but not its own parent, and then checks if processes of the old server still
 * use its shared memory. If the file were removed, it would skip that check. Writes into the opened file,
 * because a server may have created another one.
 */
async function disown(file: FileHandle, text: string): Promise<void> {
  const rest = text.split('\n').slice(1);
  const own = Buffer.from([String(process.pid), ...(rest.length > 0 ? rest : [''])].join('\n'));
  await file.truncate(0);
  await file.write(own, 0, own.length, 0);
}
