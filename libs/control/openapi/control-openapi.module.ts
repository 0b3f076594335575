import { Module } from '@nestjs/common';
import { ControlOpenApiController } from './control-openapi.controller.js';

@Module({ controllers: [ControlOpenApiController] })
export class ControlOpenApiHttpModule {}
