import type { Settings } from '../config/settings.js';
import { Log } from '../logging/log.js';
import { serveMetrics } from '../metrics/metrics-server.js';
import type { Part } from '../metrics/metrics.js';
import { assertDatabaseUrl, runProcess } from '../process/run-process.js';
import { SharedParts } from '../process/shared-parts.js';
import { closeHttpApp, createHttpApp, listen, type HostModule } from './http-app.js';
import type { ListenAddress } from './listen-address.js';
import { Readiness } from './readiness.js';

/**
 * Runs one host of the gateway as a process of its own. `demand` throws where it needs settings that others
 * do not.
 */
export function runHttp(
  part: Part,
  host: HostModule,
  addressOf: (settings: Settings) => ListenAddress,
  demand: (settings: Settings) => void = () => undefined,
): Promise<void> {
  return runProcess(async (settings) => {
    assertDatabaseUrl(settings);
    demand(settings);
    const address = addressOf(settings);
    const shared = new SharedParts(settings, part);
    const app = await createHttpApp(host, settings, shared);
    const stopMetrics = await serveMetrics(shared.exposition, settings);
    await listen(app, address);
    app.get(Readiness).processListens();
    app.get(Log).info('listening', { host: address.host, port: address.port });
    return async () => {
      await closeHttpApp(app);
      await stopMetrics();
      await shared.close();
    };
  });
}
