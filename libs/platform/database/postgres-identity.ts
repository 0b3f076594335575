import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clusterUrl } from './postgres-cluster.js';

const ASK_TIMEOUT_MS = 5_000;
/** Its path on macOS, without PATH. */
const LSOF = '/usr/sbin/lsof';

const run = promisify(execFile);

/**
 * True if the folder is the working folder of this process, as the data folder is of a server. Folders are
 * compared by inode, since names can change and their display depends on the locale. `undefined` if unknown.
 */
export async function worksIn(pid: number, folder: string): Promise<boolean | undefined> {
  const stats = await stat(folder, { bigint: true });
  return platform() === 'linux' ? worksInByProc(pid, stats) : worksInByLsof(LSOF, pid, stats);
}

async function worksInByProc(pid: number, stats: BigIntStats): Promise<boolean | undefined> {
  const about = await stat(`/proc/${pid}`, { bigint: true }).catch(() => undefined);
  if (!about) return undefined;
  // A server runs as the owner of its data.
  if (about.uid !== stats.uid) return false;
  return stat(`/proc/${pid}/cwd`, { bigint: true }).then(
    ({ dev, ino }) => dev === stats.dev && ino === stats.ino,
    // Root in a container may lack the permission. A process without a working folder is a zombie.
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : undefined),
  );
}

/** `lsof` prints the inode in a line that begins with i. */
export async function worksInByLsof(
  lsof: string,
  pid: number,
  stats: Pick<BigIntStats, 'ino'>,
): Promise<boolean | undefined> {
  const args = ['-a', '-p', String(pid), '-d', 'cwd', '-F', 'i'];
  const output = await run(lsof, args, { timeout: ASK_TIMEOUT_MS }).catch(() => undefined);
  const inode = /^i(\d+)$/m.exec(output?.stdout ?? '')?.[1];
  return inode === undefined ? undefined : BigInt(inode) === stats.ino;
}

/** True if the server on this port has this folder as its data. Returns the error if it cannot be asked. */
export async function servesFrom(
  port: number,
  password: string,
  folder: string,
): Promise<boolean | NodeJS.ErrnoException> {
  const mark = `tollgate-${randomUUID()}`;
  const connectionString = clusterUrl(port, password, 'postgres');
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await writeFile(join(folder, mark), '', { flag: 'wx' });
    const { rows } = await client.query<{ size: string | null }>('SELECT (pg_stat_file($1, true)).size', [
      mark,
    ]);
    return rows[0]?.size === '0';
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    await rm(join(folder, mark), { force: true });
    await client.end().catch(() => undefined);
  }
}
