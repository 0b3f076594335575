import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LOCK = '.lock';
const RETRY_MS = 20;
/** An older lock was left by a killed process: work takes far less time. */
const STALE_MS = 5_000;

/** Does the work while no other process does any in this folder. */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = join(folder, LOCK);
  await take(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  let watched: { readonly lock: number; readonly since: number } | undefined;
  while (!(await isTaken(lock))) {
    const held = await stat(lock).catch(() => undefined);
    if (held && watched?.lock !== held.mtimeMs) watched = { lock: held.mtimeMs, since: performance.now() };
    else if (watched && performance.now() - watched.since > STALE_MS) await rm(lock, { force: true });
    else await wait(RETRY_MS);
  }
}

/** True if this process has the lock now. */
async function isTaken(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
