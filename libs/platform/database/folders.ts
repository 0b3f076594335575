import { existsSync, statSync, type Dirent } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readlink, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Creates each missing folder of a path, which other users may enter, and adds it to `made`, also if the next
 * one fails. mkdir's `recursive` never returns for a path below /proc.
 */
export async function makeFolders(dir: string, made: string[] = []): Promise<void> {
  if (existsSync(dir)) return;
  await makeFolders(dirname(dir), made);
  try {
    await mkdir(dir);
    made.push(dir);
  } catch (error) {
    // Another start may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  await chmod(dir, 0o755);
}

/** Removes the folders of {@link makeFolders} that are still empty. */
export async function removeEmptyFolders(made: readonly string[]): Promise<void> {
  for (const dir of made.toReversed()) {
    const isGone = await rmdir(dir).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

/**
 * True if the folder contains a cluster of PostgreSQL. Throws if the folder cannot be read: existing data
 * must not count as missing.
 */
export function holdsDatabase(data: string): boolean {
  return statSync(join(data, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Copies a folder into a new one with this mode, and many small files concurrently; `cp` copies them one by one.
 * Symbolic links are copied as they are.
 */
export async function copyFolder(
  from: string,
  to: string,
  mode: number,
  copy: (source: string, target: string) => Promise<void> = copyFile,
): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, mode);
  const copyEntry = async (entry: Dirent): Promise<void> => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, mode, copy);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copy(source, target);
  };
  await Promise.all((await readdir(from, { withFileTypes: true })).map(copyEntry));
}
