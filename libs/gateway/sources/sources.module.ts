import { Module } from '@nestjs/common';
import { SourcesController } from './sources.controller.js';
import { SourcesServiceModule } from './sources-service.module.js';

@Module({ imports: [SourcesServiceModule], controllers: [SourcesController] })
export class SourcesModule {}
