import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Settings } from '#platform/config/settings.js';
import { Log, NestLog } from '#platform/logging/log.js';
import type { Exposition } from '#platform/metrics/exposition.js';
import { WorkerModule } from './worker.module.js';

/** Starts the worker; closing the context finishes the jobs under way. */
export async function startWorker(settings: Settings, exposition: Exposition): Promise<INestApplicationContext> {
  const context = await NestFactory.createApplicationContext(WorkerModule.forRoot(settings, exposition), {
    bufferLogs: true,
    abortOnError: false,
  });
  context.useLogger(new NestLog(context.get(Log)));
  return context;
}
