import type { NestExpressApplication } from '@nestjs/platform-express';
import type { INestApplicationContext } from '@nestjs/common';
import { demandControlToken, findSandboxSecret } from '#platform/config/control-settings.js';
import type { Settings } from '#platform/config/settings.js';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.js';
import { migrate } from '#platform/database/migrate.js';
import { closeHttpApp, createHttpApp, listen, type HostModule } from '#platform/http/http-app.js';
import { apiAddress, controlAddress, payAddress, vaultAddress, type ListenAddress } from '#platform/http/listen-address.js';
import { Exposition } from '#platform/metrics/exposition.js';
import { serveByName, type NamedListeners } from './named-listeners.js';
import { serveMetrics } from '#platform/metrics/metrics-server.js';
import { die } from '#platform/process/run-process.js';
import { seed } from '../../prisma/seed.js';
import { ApiModule } from '../api/api.module.js';
import { ControlModule } from '../control/control.module.js';
import { PayModule } from '../pay/pay.module.js';
import { VaultModule } from '../vault/vault.module.js';
import { startWorker } from '../worker/worker.js';

/** Everything in one process. */
export interface Tollgate {
  readonly api: NestExpressApplication;
  readonly vault: NestExpressApplication;
  readonly pay: NestExpressApplication;
  readonly control: NestExpressApplication;
  readonly worker: INestApplicationContext;
  /** Where the demo account's test events go, by a setting or by what the API was told. */
  readonly webhookUri: string | undefined;
  /** Where the embedded PostgreSQL's data is, and whether it is new; where the hosts are found by name. */
  readonly notes: readonly string[];
  /** Finishes what is under way, then stops in the reverse order of starting. */
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL unless one is set, migrates, seeds, and serves. What was started is stopped again when a later step fails, and when `stopping` asks
 * for it between two steps. `prepared` is a folder of `prepareCluster`, which a new database is a copy of.
 */
export async function startTollgate(settings: Settings, stopping?: AbortSignal, prepared?: string): Promise<Tollgate> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    demandControlToken(settings);
    const { databaseUrl, notes } = await openDatabase(settings, closers, stopping, prepared);
    const sandboxSecret = await findSandboxSecret(settings);
    const withDatabase = { ...settings, databaseUrl, sandboxSecret };
    stopping?.throwIfAborted();
    await migrate(databaseUrl);
    stopping?.throwIfAborted();
    const { webhookUri } = await seed(databaseUrl, settings);
    const exposition = new Exposition();
    closers.push(await serveMetrics(exposition, settings));
    const worker = await startWorker(withDatabase, exposition);
    closers.push(() => worker.close());
    const hosts: NestExpressApplication[] = [];
    const named: NamedListeners[] = [];
    // Together: one that waits for its clients must not keep the others open. What is asked by name, the hosts must be there for.
    closers.push(async () => {
      const unnamed = Promise.all(named.map((listeners) => listeners.close())).then(() => undefined);
      await Promise.all(hosts.map((app) => closeHttpApp(app, unnamed)));
    });
    const serve = async (host: HostModule, address: ListenAddress): Promise<NestExpressApplication> => {
      stopping?.throwIfAborted();
      const app = await createHttpApp(host, withDatabase, exposition);
      hosts.push(app);
      await listen(app, address);
      return app;
    };
    const api = await serve(ApiModule, apiAddress(settings));
    const vault = await serve(VaultModule, vaultAddress(settings));
    const pay = await serve(PayModule, payAddress(settings));
    const control = await serve(ControlModule, controlAddress(settings));
    const byName = await serveByName(settings, {
      api: api.getHttpServer(),
      vault: vault.getHttpServer(),
      pay: pay.getHttpServer(),
    });
    named.push(byName);
    return { api, vault, pay, control, worker, webhookUri, notes: [...notes, ...byName.notes], close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(
  settings: Settings,
  closers: (() => Promise<void>)[],
  stopping?: AbortSignal,
  prepared?: string,
): Promise<{ databaseUrl: string; notes: readonly string[] }> {
  if (settings.databaseUrl !== undefined) return { databaseUrl: settings.databaseUrl, notes: [] };
  const postgres = await startEmbeddedPostgres(settings.dataDir, die, stopping, prepared);
  closers.push(() => postgres.stop());
  return { databaseUrl: postgres.url, notes: postgres.notes };
}
