import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { LinkReader } from './link.reader.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [AccountDirectoryModule, ChangesModule],
  controllers: [LinksController],
  providers: [LinkReader, LinksService],
})
export class LinksModule {}
