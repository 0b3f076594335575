import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { PagePaymentsModule } from '../payment-pages/page-payments.module.js';
import { LinkPagesController } from './link-pages.controller.js';
import { LinkPagesService } from './link-pages.service.js';

@Module({
  imports: [AccountDirectoryModule, PagePaymentsModule],
  controllers: [LinkPagesController],
  providers: [LinkPagesService],
})
export class LinkPagesModule {}
