import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { Expansion } from './expansion.js';
import { RenderingInterceptor } from './rendering.interceptor.js';

/** Renders every answer of an application in the version of its request. */
@Module({
  imports: [AccountDirectoryModule],
  providers: [Expansion, { provide: APP_INTERCEPTOR, useClass: RenderingInterceptor }],
})
export class RenderingModule {}
