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
  /** Holds the password, the log and what follows. */
  readonly dir: string;
  readonly data: string;
  /** A copy of the npm package's binaries. */
  readonly program: string;
  /** A cluster that new data is a copy of (`prepareCluster`); `undefined`: new data is made by `initdb`. */
  readonly template: string | undefined;
  readonly user: SystemUser | undefined;
  /** Lines for the user: the location of the data, if it is new, and unused data elsewhere. */
  readonly notes: readonly string[];
}

/**
 * The place of DATA_DIR's data: where it is already; a new one is in DATA_DIR itself or, for root below a closed folder such as /root, in a folder
 * in /var/lib that DATA_DIR points to, for the server's user must reach it. Data never changes its place, and none is ever removed. A DATA_DIR that is
 * refused leaves no folders behind. `prepared` is a folder of `prepareCluster`, whose binaries are used where they are.
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
    return { dir, data, program: programIn(prepared ?? dir), template: prepared && dataIn(prepared), user, notes };
  } catch (error) {
    await removeEmptyFolders(made);
    if (error instanceof SettingError) throw error;
    throw new SettingError('DATA_DIR', `cannot use ${dataDir}: ${(error as Error).message}`);
  }
}

function dataIn(dir: string): string {
  return join(dir, 'postgres');
}

/** Lines that name the folder must stay lines. U+FFFD is what stands for bytes that are not UTF-8, so it names another folder. */
function assertPrintable(dir: string): void {
  if (!/[\p{Cc}\u2028\u2029\ufffd]/u.test(dir)) return;
  throw new SettingError('DATA_DIR', `${JSON.stringify(dir)} must not have line breaks, control characters, or bytes that are not UTF-8`);
}

/** For `initdb`, which makes the data. */
function assertPlain(dir: string): void {
  const odd = ODD.exec(dir)?.[0];
  if (odd === undefined) return;
  const ways = 'use a path without " $ ` and double backslashes';
  throw new SettingError('DATA_DIR', `the path ${dir} has ${odd}, which PostgreSQL's initdb does not support; ${ways}`);
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

/** The owner of the data that is there, or the first unprivileged user that this system has. */
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

/** Data stays where it is: when its server's user has been shut out since, that is said, and not another database begun elsewhere. */
function assertReachable(dir: string, user: SystemUser | undefined): void {
  const closed = user && closedFolder(dir, user);
  if (closed === undefined) return;
  const why = `PostgreSQL runs as user ${user?.uid}, who has no access to ${closed}`;
  throw new SettingError('DATA_DIR', `cannot open the data in ${dir}: ${why}; run: chmod a+x ${closed}`);
}

/** The outermost folder on the way to `dir`, or `dir` itself, that `user` may not enter. */
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
