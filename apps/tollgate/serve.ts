import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '#platform/config/settings.js';
import { migrate } from '#platform/database/migrate.js';
import { closeHttpApp, createHttpApp, listen, type HostModule } from '#platform/http/http-app.js';
import {
  apiAddress,
  controlAddress,
  payAddress,
  vaultAddress,
  type ListenAddress,
} from '#platform/http/listen-address.js';
import { Readiness } from '#platform/http/readiness.js';
import { serveMetrics } from '#platform/metrics/metrics-server.js';
import { SharedParts } from '#platform/process/shared-parts.js';
import { seed } from '../../prisma/seed.js';
import { ApiModule } from '../api/api.module.js';
import { ControlModule } from '../control/control.module.js';
import { PayModule } from '../pay/pay.module.js';
import { VaultModule } from '../vault/vault.module.js';
import { startWorker } from '../worker/worker.js';
import { serveByName } from './named-listeners.js';

/** The running parts. */
export interface Served {
  readonly api: NestExpressApplication;
  readonly vault: NestExpressApplication;
  readonly pay: NestExpressApplication;
  readonly control: NestExpressApplication;
  readonly worker: INestApplicationContext;
  /** The demo account's receiver in test mode. */
  readonly webhookUri: string | undefined;
  /** Lines for the start-up output. */
  readonly notes: readonly string[];
}

/** Stop what was started; the last is the first to be called. */
export type Closers = (() => Promise<void>)[];

/**
 * Migrates and seeds the database, and starts the worker and the hosts on it. Started parts are put into
 * `closers`, also when a later step fails.
 */
export async function serve(
  settings: Settings & { readonly databaseUrl: string },
  closers: Closers,
  stopping?: AbortSignal,
): Promise<Served> {
  await migrate(settings.databaseUrl);
  stopping?.throwIfAborted();
  const shared = new SharedParts(settings, 'all');
  closers.push(() => shared.close());
  const { webhookUri } = await seed(shared.database, settings);
  closers.push(await serveMetrics(shared.exposition, settings));
  const worker = await startWorker(settings, shared);
  closers.push(() => worker.close());
  const hosts: NestExpressApplication[] = [];
  const named: Closers = [];
  // Concurrently: a host that waits for its clients must not keep the others open. Listeners for names need
  // their hosts.
  closers.push(async () => {
    const unnamed = Promise.all(named.map((close) => close())).then(() => undefined);
    await Promise.all(hosts.map((app) => closeHttpApp(app, unnamed)));
  });
  const open = async (host: HostModule, address: ListenAddress): Promise<NestExpressApplication> => {
    stopping?.throwIfAborted();
    const app = await createHttpApp(host, settings, shared);
    hosts.push(app);
    await listen(app, address);
    return app;
  };
  const api = await open(ApiModule, apiAddress(settings));
  const vault = await open(VaultModule, vaultAddress(settings));
  const pay = await open(PayModule, payAddress(settings));
  const control = await open(ControlModule, controlAddress(settings));
  const notes = await serveByName(
    settings,
    { api: api.getHttpServer(), vault: vault.getHttpServer(), pay: pay.getHttpServer() },
    named,
  );
  for (const app of hosts) app.get(Readiness).processListens();
  return { api, vault, pay, control, worker, webhookUri, notes };
}
