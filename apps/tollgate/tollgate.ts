import { assertControlToken, findSandboxSecret } from '#platform/config/control-settings.js';
import { SettingError } from '#platform/config/setting-error.js';
import { addressOf, type Settings } from '#platform/config/settings.js';
import { isDatabaseAway } from '#platform/database/database-errors.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/database/embedded-postgres.js';
import { die } from '#platform/process/run-process.js';
import type { Closers, Served } from './serve.js';

/** Everything in one process. */
export interface Tollgate extends Served {
  /** Finishes work in progress, then stops in reverse order. */
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL unless one is set, migrates, seeds, and serves. What was started is stopped again when a
 * later step fails, and when `stopping` asks for it between two steps. `prepared` is a folder of
 * `prepareCluster`, which a new database is a copy of.
 */
export async function startTollgate(
  settings: Settings,
  stopping?: AbortSignal,
  prepared?: string,
): Promise<Tollgate> {
  const closers: Closers = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    assertControlToken(settings);
    // Loading code keeps this process busy, so it begins when PostgreSQL's programs run.
    let loading: Promise<typeof import('./serve.js')> | undefined;
    const load = (): Promise<typeof import('./serve.js')> => {
      loading ??= import('./serve.js');
      // A failure is reported once PostgreSQL can be stopped.
      loading.catch(() => undefined);
      return loading;
    };
    const spawning = { prepared, stopping, onSpawn: load };
    const { databaseUrl, notes, log } = await openDatabase(settings, closers, spawning);
    const sandboxSecret = await findSandboxSecret(settings).catch(async (error: unknown) => {
      // Another program's database is the first mistake: its address was not meant for Tollgate.
      if (log === undefined)
        await (await import('#platform/database/migrate.js')).assertOwnDatabase(databaseUrl);
      throw error;
    });
    const { serve } = await load();
    stopping?.throwIfAborted();
    const { inboxUrl = addressOf(settings.controlHost, settings.controlPort) } = settings;
    const own = { ...settings, databaseUrl, sandboxSecret, inboxUrl };
    const served = await serve(own, closers, stopping).catch((error: unknown) => {
      throw unanswered(error, log) ?? error;
    });
    return { ...served, notes: [...notes, ...served.notes], close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(
  settings: Settings,
  closers: Closers,
  spawning: Parameters<typeof startEmbeddedPostgres>[2],
): Promise<Pick<EmbeddedPostgres, 'notes'> & { databaseUrl: string; log?: string }> {
  if (settings.databaseUrl !== undefined) return { databaseUrl: settings.databaseUrl, notes: [] };
  const postgres = await startEmbeddedPostgres(settings.dataDir, die, spawning);
  closers.push(() => postgres.stop());
  return { databaseUrl: postgres.url, notes: postgres.notes, log: postgres.log };
}

/**
 * The refusal of a start whose database stopped answering: with `log`, the embedded one, whose address is in
 * no setting. `undefined` for other errors.
 */
function unanswered(error: unknown, log: string | undefined): SettingError | undefined {
  const isOfAddress = error instanceof SettingError && error.setting === 'DATABASE_URL';
  if (log !== undefined && isOfAddress)
    return new SettingError('DATA_DIR', `the embedded PostgreSQL: ${error.problem}; its log: ${log}`);
  if (!isDatabaseAway(error)) return undefined;
  const reason = (error as Error).message.trim().split('\n').at(-1);
  return log === undefined
    ? new SettingError('DATABASE_URL', `the database stopped answering: ${reason}`)
    : new SettingError('DATA_DIR', `the embedded PostgreSQL stopped answering: ${reason}; its log: ${log}`);
}
