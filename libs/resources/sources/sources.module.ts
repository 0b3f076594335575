import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { SourcesController } from './sources.controller.js';
import { SourcesService } from './sources.service.js';

const ALL = [SourcesService];

@Module({ imports: [WritesModule], providers: ALL, exports: ALL })
export class SourcesModule {}

@Module({ imports: [SourcesModule], controllers: [SourcesController] })
export class SourcesHttpModule {}
