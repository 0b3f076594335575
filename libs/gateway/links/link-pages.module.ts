import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChargeCreationModule } from '../charges/charge-creation.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { LinkPagesController } from './link-pages.controller.js';
import { LinkPagesService } from './link-pages.service.js';

@Module({
  imports: [AccountDirectoryModule, ChargeCreationModule, FaultsModule],
  controllers: [LinkPagesController],
  providers: [LinkPagesService],
})
export class LinkPagesModule {}
