import { once } from 'node:events';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { environmentWarnings, loadEnvironment } from '../config/environment.js';
import { SettingError } from '../config/setting-error.js';
import { settingsHelp } from '../config/settings-help.js';
import { readSettings, type Settings } from '../config/settings.js';
import { weakSecrets } from '../config/weak-secrets.js';
import { StartRefusal } from './start-refusal.js';

/** Limit of a graceful stop. */
const STOP_TIMEOUT_MS = 60_000;
/** Ctrl-C under npm arrives twice: from the terminal and from npm. */
const SAME_REQUEST_MS = 1_000;
const ORPHAN_CHECK_MS = 1_000;
/** Garbage that V8 lets grow before it collects all, of what is in use (docs/decisions/0004-build-and-images.md). */
const HEAP_GROWTH_PERCENT = 70;

/** Stops everything that was started. */
export type Stop = () => Promise<void>;

/**
 * Runs a process of Tollgate: reads the settings, starts, and stops cleanly on SIGTERM, Ctrl-C and a closed
 * terminal, with exit code 0; a second request stops it at once. `stopping` is aborted during the start too;
 * a start that gives up has undone its work. An error that the user can fix is one line and exit code 1.
 */
export async function runProcess(
  start: (settings: Settings, stopping: AbortSignal) => Promise<Stop>,
  envFile?: string,
): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const stopping = stopRequested();
  await runOnce(async (settings) => {
    const stop = await start(settings, stopping).catch((error: unknown) => {
      const hasGivenUp =
        stopping.aborted && (error === stopping.reason || (error as Error).cause === stopping.reason);
      if (!hasGivenUp) throw error;
    });
    if (!stop) return;
    if (!stopping.aborted) await once(stopping, 'abort');
    await stop();
  }, envFile);
}

/**
 * Like {@link runProcess}, for work that ends by itself. Warns of dubious names in the file, and of weak
 * secrets that are allowed.
 */
export async function runOnce(work: (settings: Settings) => Promise<void>, envFile?: string): Promise<void> {
  answerHelp();
  const warn = (warning: string): void => console.error(`tollgate: warning: ${warning}`);
  try {
    for (const warning of environmentWarnings(envFile)) warn(warning);
    const settings = readSettings(loadEnvironment(envFile));
    for (const { setting, problem } of weakSecrets(settings)) warn(`${setting} ${problem}`);
    await work(settings);
    process.exit(0);
  } catch (error) {
    die(error);
  }
}

/** Prints the settings and ends the process if `--help` is an argument. */
export function answerHelp(): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(settingsHelp());
  process.exit(0);
}

/** Ends the process: with one line for an error that the user can fix, otherwise with the stack. */
export function die(error: unknown): never {
  console.error(error instanceof StartRefusal ? `tollgate: ${error.message}` : error);
  process.exit(1);
}

/** The database address, for processes without the embedded PostgreSQL. */
export function assertDatabaseUrl(settings: Settings): string {
  if (settings.databaseUrl === undefined)
    throw new SettingError(
      'DATABASE_URL',
      'must be a PostgreSQL address: this process has no embedded PostgreSQL',
    );
  return settings.databaseUrl;
}

/** Aborted at the first request, which also starts the time limit. */
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
  // The parent has the channel until it ends.
  process.once('disconnect', ask);
  const { npm_lifecycle_event: script, npm_package_json: manifest } = process.env;
  if (script === 'npx' || (script === 'start' && manifest === join(process.cwd(), 'package.json')))
    watchParent(ask);
  return stopping.signal;
}

/** A killed npm does not stop its child. */
function watchParent(onOrphaned: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onOrphaned();
  }, ORPHAN_CHECK_MS).unref();
}
