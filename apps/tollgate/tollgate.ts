import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import type { Settings } from '#platform/config/settings.js';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.js';
import { migrate } from '#platform/database/migrate.js';
import { closeHttpApp, createHttpApp, listen } from '#platform/http/http-app.js';
import { apiAddress, payAddress, vaultAddress, type ListenAddress } from '#platform/http/listen-address.js';
import { Exposition } from '#platform/metrics/exposition.js';
import { serveMetrics } from '#platform/metrics/metrics-server.js';
import { die } from '#platform/process/run-process.js';
import { seed } from '../../prisma/seed.js';
import { ApiModule } from '../api/api.module.js';
import { PayModule } from '../pay/pay.module.js';
import { VaultModule } from '../vault/vault.module.js';
import { startWorker } from '../worker/worker.js';

/** Everything in one process. */
export interface Tollgate {
  readonly api: NestExpressApplication;
  readonly vault: NestExpressApplication;
  readonly pay: NestExpressApplication;
  readonly worker: INestApplicationContext;
  /** Where the demo account's test events go, by a setting or by what the API was told. */
  readonly webhookUri: string | undefined;
  /** Finishes what is under way, then stops in the reverse order of starting. */
  close(): Promise<void>;
}

/** Starts PostgreSQL unless one is set, migrates, seeds, and serves. What was started is stopped again when a later step fails. */
export async function startTollgate(settings: Settings): Promise<Tollgate> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const withDatabase = { ...settings, databaseUrl: settings.databaseUrl ?? (await openDatabase(settings, closers)) };
    await migrate(withDatabase.databaseUrl);
    const { webhookUri } = await seed(withDatabase.databaseUrl, settings);
    const exposition = new Exposition();
    closers.push(await serveMetrics(exposition, settings));
    const worker = await startWorker(withDatabase, exposition);
    closers.push(() => worker.close());
    const hosts: NestExpressApplication[] = [];
    closers.push(async () => void (await Promise.all(hosts.map(closeHttpApp))));
    const serve = async (module: DynamicModule, address: ListenAddress): Promise<NestExpressApplication> => {
      const app = await createHttpApp(module);
      hosts.push(app);
      await listen(app, address);
      return app;
    };
    const api = await serve(ApiModule.forRoot(withDatabase, exposition), apiAddress(settings));
    const vault = await serve(VaultModule.forRoot(withDatabase, exposition), vaultAddress(settings));
    const pay = await serve(PayModule.forRoot(withDatabase, exposition), payAddress(settings));
    return { api, vault, pay, worker, webhookUri, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(settings: Settings, closers: (() => Promise<void>)[]): Promise<string> {
  const postgres = await startEmbeddedPostgres(settings.dataDir, die);
  closers.push(() => postgres.stop());
  return postgres.url;
}
