import type { DynamicModule } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { Log } from '../logging/log.js';
import { demandDatabaseUrl, runProcess } from '../process/run-process.js';
import { closeHttpApp, createHttpApp, listen } from './http-app.js';

/** Runs one host of the gateway as a process of its own. */
export function runHttp(
  module: (settings: Settings) => DynamicModule,
  port: (settings: Settings) => number,
  portSetting: string,
): Promise<void> {
  return runProcess(async (settings) => {
    demandDatabaseUrl(settings);
    const app = await createHttpApp(module(settings));
    await listen(app, settings.host, port(settings), portSetting);
    app.get(Log).info('listening', { host: settings.host, port: port(settings) });
    return () => closeHttpApp(app);
  });
}
