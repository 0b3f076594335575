import { Module } from '@nestjs/common';
import { PagePaymentsModule } from '../payment-pages/page-payments.module.js';
import { LinkPagesController } from './link-pages.controller.js';
import { LinkPagesService } from './link-pages.service.js';

@Module({
  imports: [PagePaymentsModule],
  controllers: [LinkPagesController],
  providers: [LinkPagesService],
})
export class LinkPagesModule {}
