import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chmod, link, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SettingError } from '../config/setting-error.js';
import { holdsDatabase, makeFolders } from './folders.js';

/** The folder for clusters of root whose DATA_DIR the unprivileged user cannot enter. */
const SYSTEM_DIR = '/var/lib/tollgate';
/** A file in DATA_DIR with the name of its data folder in {@link SYSTEM_DIR}. It moves with DATA_DIR. */
export const POINTER = 'postgres-is-at';
/** A file in that folder with the name of the DATA_DIR that points to it. */
const OWNER = 'data-dir';

/** The folder that DATA_DIR points to, if any. It may be missing. */
export function readPointer(dataDir: string): string | undefined {
  const pointer = join(dataDir, POINTER);
  const dir = readLine(pointer);
  if (dir === undefined || (dirname(dir) === SYSTEM_DIR && basename(dir) !== '..')) return dir;
  throw new SettingError('DATA_DIR', `${pointer} must name a folder in ${SYSTEM_DIR}, not "${dir}"`);
}

/** Throws if the folder is missing, or if DATA_DIR is a copy of another DATA_DIR that points to it. */
export async function follow(dataDir: string, dir: string): Promise<void> {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    const ways = `restore it, or delete ${POINTER} to start with a new, empty database`;
    throw new SettingError(
      'DATA_DIR',
      `the data folder ${dir}, named by ${join(dataDir, POINTER)}, does not exist; ${ways}`,
    );
  }
  const owner = readLine(join(dir, OWNER));
  if (owner === dataDir) return;
  if (owner !== undefined && readLine(join(owner, POINTER)) === dir && !isSame(owner, dataDir)) {
    const ways = `delete ${POINTER} in the copy to start there with a new, empty database`;
    throw new SettingError('DATA_DIR', `${owner} and ${dataDir} both point to the data in ${dir}; ${ways}`);
  }
  await writeFile(join(dir, OWNER), `${dataDir}\n`);
}

/** Creates a folder, and a pointer to it in DATA_DIR. */
export async function pointToNew(dataDir: string): Promise<string> {
  await makeFolders(SYSTEM_DIR);
  const dir = await mkdtemp(join(SYSTEM_DIR, 'data-'));
  await chmod(dir, 0o755);
  await writeFile(join(dir, OWNER), `${dataDir}\n`);
  const draft = join(dataDir, `${POINTER}.draft-${process.pid}`);
  try {
    await writeFile(draft, `${dir}\n`);
    await link(draft, join(dataDir, POINTER));
    return dir;
  } catch (error) {
    await rm(join(dir, OWNER));
    await rmdir(dir);
    // Another start may have been quicker.
    const other = readPointer(dataDir);
    if (other === undefined) throw error;
    return other;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A line for each data folder that no known DATA_DIR uses. `dataDir` is the DATA_DIR with new data. */
export async function dataLeftBehind(dataDir: string): Promise<string[]> {
  const names = await readdir(SYSTEM_DIR).catch(() => []);
  return names.flatMap((name) => {
    const dir = join(SYSTEM_DIR, name);
    if (!holdsDatabase(join(dir, 'postgres'))) return [];
    const owner = readLine(join(dir, OWNER)) ?? (name === nameByOlderReleases(dataDir) ? dataDir : undefined);
    if (owner !== undefined && readLine(join(owner, POINTER)) === dir) return [];
    const whose =
      owner === undefined
        ? 'data that an older release kept for a DATA_DIR it does not name'
        : `the former data of ${owner}`;
    return [`${dir} holds ${whose}. Unless a file ${POINTER} names it, remove it with: rm -r ${dir}`];
  });
}

/** Older releases named the folder after DATA_DIR, and wrote no {@link OWNER}. */
function nameByOlderReleases(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
}

function readLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
