import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiFaultsInterceptor } from '../faults/api-faults.interceptor.js';
import { FaultsModule } from '../faults/faults.module.js';
import { RequestCalls } from '../faults/request-calls.js';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { KnownParametersInterceptor } from '../request-log/known-parameters.interceptor.js';
import { RequestLog } from '../request-log/request-log.js';
import { RequestLogStore } from '../request-log/request-log.store.js';
import { RequestOwners } from '../request-log/request-owners.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { OneEpochInterceptor } from './one-epoch.interceptor.js';

/** Guard and interceptors of the hosts that merchants' keys open, the outermost first. */
const IN_ORDER = [
  { provide: APP_GUARD, useClass: ApiKeyGuard },
  { provide: APP_INTERCEPTOR, useClass: KnownParametersInterceptor },
  { provide: APP_INTERCEPTOR, useClass: ApiFaultsInterceptor },
  { provide: APP_INTERCEPTOR, useClass: OneEpochInterceptor },
  { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
];

/** Checks keys, logs requests, injects faults and replays responses for every route of a host. */
@Module({
  imports: [FaultsModule, IdempotencyModule],
  providers: [ApiKeyStrategy, RequestCalls, RequestLog, RequestLogStore, RequestOwners, ...IN_ORDER],
})
export class RequestsModule {}
