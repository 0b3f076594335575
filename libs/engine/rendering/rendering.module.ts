import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Expansion } from './expansion.js';
import { RenderingInterceptor } from './rendering.interceptor.js';

/** Renders every answer of an application in the version of its request. */
@Module({
  providers: [Expansion, { provide: APP_INTERCEPTOR, useClass: RenderingInterceptor }],
})
export class RenderingModule {}
