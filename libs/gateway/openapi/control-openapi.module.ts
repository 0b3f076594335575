import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ControlOpenApiController } from './control-openapi.controller.js';
import { UnknownParametersInterceptor } from './unknown-parameters.interceptor.js';

@Module({
  controllers: [ControlOpenApiController],
  providers: [{ provide: APP_INTERCEPTOR, useClass: UnknownParametersInterceptor }],
})
/** The document of the control host, to which it holds whoever asks. */
export class ControlOpenApiModule {}
