import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';

const ALL = [LinksService];

@Module({ imports: [WritesModule], providers: ALL, exports: ALL })
export class LinksModule {}

@Module({ imports: [LinksModule], controllers: [LinksController] })
export class LinksHttpModule {}
