import { statSync, type Stats } from 'node:fs';
import { mkdtemp, readFile, realpath, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SettingError } from '../config/setting-error.js';
import { holdsDatabase, makeFolders, removeEmptyFolders } from './folders.js';
import { programIn } from './postgres-program.js';
import { dataLeftBehind, follow, pointToNew, POINTER, readPointer } from './system-folder.js';

/** Characters that `initdb` does not support in its path, which it passes to a shell in double quotes. */
const ODD = /["$`]|\\\\/;
/** PostgreSQL refuses to run as root: these users are tried in turn. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'];

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** The location of the embedded PostgreSQL, and its user: `undefined` for the user of Tollgate. */
export interface PostgresHome {
  /** The folder of the password, the log, the cluster and the binaries. */
  readonly dir: string;
  readonly data: string;
  /** A copy of the npm package's binaries. */
  readonly program: string;
  /** The cluster to copy new data from (`prepareCluster`); `undefined`: `initdb` creates it. */
  readonly template: string | undefined;
  readonly user: SystemUser | undefined;
  /** Lines for the user: the location of the data, if it is new, and unused data elsewhere. */
  readonly notes: readonly string[];
}

/**
 * The location of DATA_DIR's data. Existing data stays where it is. New data goes into DATA_DIR, or for root into a folder in /var/lib that DATA_DIR points to, if
 * the server's user cannot enter DATA_DIR, such as below /root. No data is ever moved or removed. A rejected DATA_DIR leaves no folders behind. `prepared` is a
 * folder of `prepareCluster`, whose binaries are used in place.
 */
export async function postgresHome(dataDir: string, prepared?: string): Promise<PostgresHome> {
  const made: string[] = [];
  try {
    assertPrintable(resolve(dataDir));
    const absolute = await openFolder(resolve(dataDir), made);
    const known = await knownPlace(absolute);
    const user = process.getuid?.() === 0 ? await unprivilegedUser(known) : undefined;
    const dir = known ?? (!user || !closedFolder(absolute, user) ? absolute : await pointToNew(absolute));
    assertReachable(dir, user);
    const data = dataIn(dir);
    const isThere = holdsDatabase(data);
    if (!isThere) assertPlain(dir);
    const notes = isThere
      ? [`Data folder: ${dir}`]
      : [`Data folder: ${dir} (new, empty database)`, ...(user ? await dataLeftBehind(absolute) : [])];
    return {
      dir,
      data,
      program: programIn(prepared ?? dir),
      template: prepared && dataIn(prepared),
      user,
      notes,
    };
  } catch (error) {
    await removeEmptyFolders(made);
    if (error instanceof SettingError) throw error;
    throw new SettingError('DATA_DIR', `cannot use ${dataDir}: ${(error as Error).message}`);
  }
}

function dataIn(dir: string): string {
  return join(dir, 'postgres');
}

/** Rejects control characters, and U+FFFD, which replaces bytes that are not UTF-8 and so names another folder. */
function assertPrintable(dir: string): void {
  if (!/[\p{Cc}\u2028\u2029\ufffd]/u.test(dir)) return;
  throw new SettingError(
    'DATA_DIR',
    `${JSON.stringify(dir)} must not have line breaks, control characters, or bytes that are not UTF-8`,
  );
}

/** Rejects names that `initdb` cannot use. */
function assertPlain(dir: string): void {
  const odd = ODD.exec(dir)?.[0];
  if (odd === undefined) return;
  const ways = 'use a path without " $ ` and double backslashes';
  throw new SettingError(
    'DATA_DIR',
    `the path ${dir} has ${odd}, which PostgreSQL's initdb does not support; ${ways}`,
  );
}

async function openFolder(dir: string, made: string[]): Promise<string> {
  await makeFolders(dir, made);
  await rmdir(await mkdtemp(join(dir, '.probe-')));
  return realpath(dir);
}

/** The location that an earlier start has chosen for DATA_DIR. */
async function knownPlace(dataDir: string): Promise<string | undefined> {
  const pointed = readPointer(dataDir);
  const isHere = holdsDatabase(dataIn(dataDir));
  if (pointed === undefined) return isHere ? dataDir : undefined;
  if (!isHere) {
    await follow(dataDir, pointed);
    return pointed;
  }
  if (!holdsDatabase(dataIn(pointed))) return dataDir;
  const [here, there] = [dataIn(dataDir), dataIn(pointed)];
  const ways = `move away ${join(dataDir, POINTER)} to use the first, or ${here} to use the second`;
  throw new SettingError('DATA_DIR', `two databases found, in ${here} and ${there}; ${ways}`);
}

/** The owner of existing data, or the first unprivileged user of this system. */
async function unprivilegedUser(place: string | undefined): Promise<SystemUser> {
  const existing = place === undefined ? undefined : statOf(dataIn(place));
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const passwd = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of UNPRIVILEGED_USERS) {
    const entry = passwd.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new SettingError(
    'DATABASE_URL',
    'PostgreSQL cannot run as root, and no user postgres or nobody exists; set DATABASE_URL, or run as another user',
  );
}

/**
 * Throws if the server's user can no longer enter the folder of existing data, instead of starting a new
 * database elsewhere.
 */
function assertReachable(dir: string, user: SystemUser | undefined): void {
  const closed = user && closedFolder(dir, user);
  if (closed === undefined) return;
  const why = `PostgreSQL runs as user ${user?.uid}, who has no access to ${closed}`;
  throw new SettingError('DATA_DIR', `cannot open the data in ${dir}: ${why}; run: chmod a+x ${closed}`);
}

/** The outermost folder of the path `dir` that `user` may not enter. */
function closedFolder(dir: string, user: SystemUser): string | undefined {
  const above = dirname(dir) === dir ? undefined : closedFolder(dirname(dir), user);
  if (above !== undefined) return above;
  const stat = statOf(dir);
  if (!stat) return dir;
  const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
  return (stat.mode & bit) === 0 ? dir : undefined;
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
