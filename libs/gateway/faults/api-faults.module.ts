import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ApiFaultsInterceptor } from './api-faults.interceptor.js';
import { FaultsModule } from './faults.module.js';
import { RequestCalls } from './request-calls.js';

/** Injects faults into an application's requests. Must be imported before other modules with interceptors, so that its own is the outermost. */
@Module({
  imports: [FaultsModule],
  providers: [RequestCalls, { provide: APP_INTERCEPTOR, useClass: ApiFaultsInterceptor }],
})
export class ApiFaultsModule {}
