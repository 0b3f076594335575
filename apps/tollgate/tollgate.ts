import { assertControlToken, findSandboxSecret } from '#platform/config/control-settings.js';
import type { Settings } from '#platform/config/settings.js';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.js';
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
    // Code is loaded while PostgreSQL starts. A failure is reported once PostgreSQL can be stopped.
    const loading = import('./serve.js');
    loading.catch(() => undefined);
    const { databaseUrl, notes } = await openDatabase(settings, closers, stopping, prepared);
    const sandboxSecret = await findSandboxSecret(settings);
    const { serve } = await loading;
    stopping?.throwIfAborted();
    const served = await serve({ ...settings, databaseUrl, sandboxSecret }, closers, stopping);
    return { ...served, notes: [...notes, ...served.notes], close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(
  settings: Settings,
  closers: Closers,
  stopping?: AbortSignal,
  prepared?: string,
): Promise<{ databaseUrl: string; notes: readonly string[] }> {
  if (settings.databaseUrl !== undefined) return { databaseUrl: settings.databaseUrl, notes: [] };
  const postgres = await startEmbeddedPostgres(settings.dataDir, die, stopping, prepared);
  closers.push(() => postgres.stop());
  return { databaseUrl: postgres.url, notes: postgres.notes };
}
