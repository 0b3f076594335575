import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Each missing folder on the way, open for others to pass. Not mkdir's `recursive`, which never returns for a path below /proc. */
export async function makeFolders(dir: string): Promise<void> {
  if (existsSync(dir)) return;
  await makeFolders(dirname(dir));
  await mkdir(dir).catch((error: NodeJS.ErrnoException) => {
    // Another start may have been quicker.
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(dir, 0o755);
}

/** Whether a cluster of PostgreSQL is in this folder. Throws where that cannot be seen: data that is there must not be taken for missing. */
export function holdsDatabase(data: string): boolean {
  return statSync(join(data, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined;
}
