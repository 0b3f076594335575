import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RenderingInterceptor } from './rendering.interceptor.js';

/** Renders every answer of an application in the version of its request. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: RenderingInterceptor }] })
export class RenderingModule {}
