import { Module } from '@nestjs/common';
import { ChangesModule } from '#engine/changes/changes.module.js';
import { LinkReader } from './link.reader.js';
import { LinksService } from './links.service.js';

const ALL = [LinkReader, LinksService];

@Module({ imports: [ChangesModule], providers: ALL, exports: ALL })
export class LinksModule {}
