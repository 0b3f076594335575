import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { OneEpochInterceptor } from './one-epoch.interceptor.js';

/** Answers each request of an application from one epoch of its sandbox. Imported before modules whose interceptors read rows. */
@Module({ imports: [AccountDirectoryModule], providers: [{ provide: APP_INTERCEPTOR, useClass: OneEpochInterceptor }] })
export class OneEpochModule {}
