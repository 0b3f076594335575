import { Module } from '@nestjs/common';
import { FaultsModule } from '../faults/faults.module.js';
import { RequestCalls } from '../faults/request-calls.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { RequestLog } from '../request-log/request-log.js';
import { RequestLogStore } from '../request-log/request-log.store.js';
import { RequestOwners } from '../request-log/request-owners.js';
import { ApiKeyStrategy } from './api-key.strategy.js';

/** Providers that the guard and interceptors of hosts for merchants' keys need, and the request log. */
@Module({
  imports: [FaultsModule, IdempotencyModule],
  providers: [ApiKeyStrategy, RequestCalls, RequestLog, RequestLogStore, RequestOwners],
  exports: [FaultsModule, IdempotencyModule, RequestCalls],
})
export class RequestsModule {}
