import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from './acts.module.js';
import { EmulatedActsInterceptor } from './emulated-acts.interceptor.js';

/** Records what is changed through the control host's emulated API. */
@Module({ imports: [AccountDirectoryModule, ActsModule], providers: [{ provide: APP_INTERCEPTOR, useClass: EmulatedActsInterceptor }] })
export class EmulatedActsModule {}
