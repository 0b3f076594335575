import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { KnownParametersInterceptor } from './known-parameters.interceptor.js';
import { RequestLogStore } from './request-log.store.js';
import { RequestLog } from './request-log.js';
import { RequestOwners } from './request-owners.js';

/** Logs the requests of the host that it is a module of. */
@Module({
  imports: [AccountDirectoryModule],
  providers: [RequestLog, RequestLogStore, RequestOwners, { provide: APP_INTERCEPTOR, useClass: KnownParametersInterceptor }],
})
export class RequestLogModule {}
