import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '../config/setting-error.js';
import { installPostgres, type PostgresHome } from './postgres-home.js';

/** The owner of the cluster, whose password lies beside it. */
export const POSTGRES_USER = 'tollgate';

/**
 * Creates the cluster unless it is there, and answers its password. It is made in a folder of its own first, so that a half-made one
 * is never taken for whole.
 */
export async function initialise(home: PostgresHome): Promise<string> {
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
    POSTGRES_USER,
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

/** The end of what a program had to say. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
