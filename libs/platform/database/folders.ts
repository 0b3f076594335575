import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, rmdir } from 'node:fs/promises';
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
