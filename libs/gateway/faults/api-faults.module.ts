import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ApiFaultsInterceptor } from './api-faults.interceptor.js';
import { FaultsModule } from './faults.module.js';
import { FaultyCalls } from './faulty-calls.js';

/** Has faults hit the requests of an application. To be imported before other modules with interceptors: theirs are inside. */
@Module({
  imports: [FaultsModule],
  providers: [FaultyCalls, { provide: APP_INTERCEPTOR, useClass: ApiFaultsInterceptor }],
})
export class ApiFaultsModule {}
