import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Settings } from '#platform/config/settings.js';
import { Log, NestLog } from '#platform/logging/log.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { WorkerModule } from './worker.module.js';

/** Starts the worker; closing the context finishes the jobs under way. */
export async function startWorker(settings: Settings, shared: SharedParts): Promise<INestApplicationContext> {
  // Given at once, so that Nest's errors of a failed start reach Tollgate's log.
  const logger = new NestLog(new Log(settings));
  return NestFactory.createApplicationContext(WorkerModule.forRoot(settings, shared), {
    logger,
    abortOnError: false,
  });
}
