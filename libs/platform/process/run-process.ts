import { once } from 'node:events';
import { join } from 'node:path';
import { loadEnvironment } from '../config/environment.js';
import { SettingError } from '../config/setting-error.js';
import { readSettings, type Settings } from '../config/settings.js';
import { weakSecrets } from '../config/weak-secrets.js';
import { StartRefusal } from './start-refusal.js';

/** After this long a process that was asked to stop is cut off. */
const STOP_TIMEOUT_MS = 60_000;
/** One Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const SAME_REQUEST_MS = 1_000;
const ORPHAN_CHECK_MS = 1_000;

/** Stops what was started; resolves when nothing of it is left. */
export type Stop = () => Promise<void>;

/**
 * Runs a process of Tollgate: reads the settings, starts, and stops cleanly on SIGTERM, Ctrl-C and a closed terminal, with exit code 0; asked a second
 * time, at once. Asked while it starts, `stopping` says so: a start that then gives up has undone what it did. What its user can mend, such as a setting
 * that cannot be used, is one line and exit code 1.
 */
export async function runProcess(start: (settings: Settings, stopping: AbortSignal) => Promise<Stop>, envFile?: string): Promise<void> {
  const stopping = stopRequested();
  await runOnce(async (settings) => {
    const stop = await start(settings, stopping).catch((error: unknown) => {
      const hasGivenUp = stopping.aborted && (error === stopping.reason || (error as Error).cause === stopping.reason);
      if (!hasGivenUp) throw error;
    });
    if (!stop) return;
    if (!stopping.aborted) await once(stopping, 'abort');
    await stop();
  }, envFile);
}

/** Like {@link runProcess}, for work that ends by itself. Warns of secrets that are too weak, and were allowed all the same. */
export async function runOnce(work: (settings: Settings) => Promise<void>, envFile?: string): Promise<void> {
  try {
    const settings = readSettings(loadEnvironment(envFile));
    for (const { setting, problem } of weakSecrets(settings)) console.error(`tollgate: warning: ${setting} ${problem}`);
    await work(settings);
    process.exit(0);
  } catch (error) {
    die(error);
  }
}

/** Ends the process: with one line for what its user can mend, with the whole error otherwise. */
export function die(error: unknown): never {
  console.error(error instanceof StartRefusal ? `tollgate: ${error.message}` : error);
  process.exit(1);
}

/** The address of a database that is already there, for processes that do not bring their own. */
export function demandDatabaseUrl(settings: Settings): string {
  if (settings.databaseUrl === undefined) throw new SettingError('DATABASE_URL', 'must be set to a PostgreSQL address for this process');
  return settings.databaseUrl;
}

/** Aborted at the first request. From then on the clock runs, also while the start is still under way. */
function stopRequested(): AbortSignal {
  const stopping = new AbortController();
  let askedAt: number | undefined;
  const ask = (): void => {
    if (askedAt !== undefined && performance.now() - askedAt > SAME_REQUEST_MS) process.exit(1);
    if (askedAt !== undefined) return;
    askedAt = performance.now();
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    stopping.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  // Whoever started this process with a channel has it as long as they live.
  process.once('disconnect', ask);
  const { npm_lifecycle_event: script, npm_package_json: manifest } = process.env;
  if (script === 'npx' || (script === 'start' && manifest === join(process.cwd(), 'package.json'))) watchParent(ask);
  return stopping.signal;
}

/** npm dies without a word to its child when it is killed: then there is nobody left to stop us. */
function watchParent(onOrphaned: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onOrphaned();
  }, ORPHAN_CHECK_MS).unref();
}
