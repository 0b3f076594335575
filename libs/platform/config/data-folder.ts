import { readdir, realpath, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Everything that Tollgate writes into DATA_DIR, with drafts. */
const OWN =
  /^(\.gitignore|\.probe-.+|tls|(postgres|postgres-password|postgres\.log|postgres-is-at|postgresql-[\w.-]+|sandbox-secret|secrets\.env)(\.1|\.new|\.(init|draft)-\d+)?)$/;
const DEFAULT_NAME = '.tollgate';

/**
 * Keeps an existing data folder, with its secrets, out of a Git repository around it. A folder that has files
 * of others, or in which Tollgate runs, stays as it is.
 */
export async function ignoreInGit(dataDir: string): Promise<void> {
  const folder = await realpath(dataDir);
  const isOwn = basename(folder) === DEFAULT_NAME || (await readdir(folder)).every((name) => OWN.test(name));
  if (!isOwn || folder === process.cwd()) return;
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
