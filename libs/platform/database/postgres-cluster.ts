import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '../config/setting-error.js';
import { copyFolder, holdsDatabase } from './folders.js';
import type { PostgresHome, SystemUser } from './postgres-home.js';
import { installPostgres, type Spawning } from './postgres-program.js';

/** The owner of the cluster. Its password is in a file beside the cluster. */
export const POSTGRES_USER = 'tollgate';

/** The address of one of the cluster's databases. */
export function clusterUrl(port: number, password: string, database: string): string {
  return `postgresql://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates the cluster unless it exists, and returns its password. */
export async function initialise(home: PostgresHome, spawning: Spawning = {}): Promise<string> {
  const isThere = holdsDatabase(home.data);
  const password = isThere ? await readPassword(home) : await makePassword(home);
  await installPostgres(home);
  if (!isThere) {
    await createCluster(home, (draft) =>
      home.template === undefined
        ? runInitdb(home, ['-D', draft, '-A', 'scram-sha-256', `--pwfile=${passwordFileOf(home)}`], spawning)
        : copyTemplate(home, home.template, draft, password),
    );
  }
  return password;
}

function passwordFileOf(home: PostgresHome): string {
  return join(home.dir, 'postgres-password');
}

async function readPassword(home: PostgresHome): Promise<string> {
  const file = passwordFileOf(home);
  const password = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  if (password.trim() !== '') return password.trim();
  const problem = `${file} is ${existsSync(file) ? 'empty' : 'missing'}, so the data in ${home.data} cannot be opened`;
  throw new SettingError(
    'DATA_DIR',
    `${problem}; restore the file, or set a new password (docs/operations.md)`,
  );
}

/** Concurrent starts all get the password of the first, whose complete file is linked into place. */
async function makePassword(home: PostgresHome): Promise<string> {
  const file = passwordFileOf(home);
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known.trim() !== '') return known.trim();
  if (existsSync(file)) await rm(file);
  const draft = `${file}.draft-${process.pid}`;
  await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
  try {
    if (home.user) await chown(draft, home.user.uid, home.user.gid);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Creates the cluster in a temporary folder, so that an incomplete one is never used. */
export async function createCluster(
  home: PostgresHome,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${home.data}.init-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (home.user) await chown(draft, home.user.uid, home.user.gid);
  try {
    await fill(draft);
    await rename(draft, home.data).catch((error: NodeJS.ErrnoException) => {
      // Another start may have been quicker.
      if (holdsDatabase(home.data)) return;
      throw error.code === 'ENOTEMPTY'
        ? new SettingError(
            'DATA_DIR',
            `${home.data} is not empty and has no PostgreSQL database; choose another folder`,
          )
        : error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** `flags` set the folder and the authentication. */
export async function runInitdb(
  home: PostgresHome,
  flags: readonly string[],
  spawning: Spawning = {},
): Promise<void> {
  // Many rounds of hashing slow each connection, and protect only passwords that can be guessed. This one has
  // 24 random bytes.
  const settings = ['--set', 'scram_iterations=1'];
  const args = ['-U', POSTGRES_USER, '-E', 'UTF8', '--no-locale', '--no-instructions', ...settings, ...flags];
  await runProgram(home, 'initdb', args, spawning);
}

/**
 * A prepared cluster has no password, and rejects connections without one. The password is set before the
 * server starts.
 */
async function copyTemplate(
  home: PostgresHome,
  template: string,
  draft: string,
  password: string,
): Promise<void> {
  await copyFolder(template, draft, 0o700);
  if (home.user) await giveAll(draft, home.user);
  const input = `ALTER ROLE ${POSTGRES_USER} PASSWORD '${password.replaceAll("'", "''")}'\n`;
  await runProgram(home, 'postgres', ['--single', '-D', draft, 'postgres'], { input });
}

async function giveAll(folder: string, { uid, gid }: SystemUser): Promise<void> {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), uid, gid);
}

async function runProgram(
  home: PostgresHome,
  name: 'initdb' | 'postgres',
  args: readonly string[],
  { input, stopping, onSpawn }: Spawning & { readonly input?: string },
): Promise<void> {
  stopping?.throwIfAborted();
  const child = spawn(join(home.program, 'bin', name), args, {
    ...home.user,
    cwd: home.dir,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  if (onSpawn) child.once('spawn', onSpawn);
  const giveUp = (): void => void child.kill();
  stopping?.addEventListener('abort', giveUp);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  // A program that ends before it has read reports an exit code.
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  stopping?.removeEventListener('abort', giveUp);
  stopping?.throwIfAborted();
  if (code !== 0)
    throw new SettingError('DATA_DIR', `cannot create a database in ${home.dir}: ${lastLine(complaint)}`);
}

/** The last lines of a program's output. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
