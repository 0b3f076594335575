import { Module } from '@nestjs/common';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { ConsoleAddressModule } from '../kit/console-address.module.js';
import { PagePaymentsModule } from '../payments/page-payments.module.js';
import { LinkPagesController } from './link-pages.controller.js';
import { LinkPagesService } from './link-pages.service.js';

@Module({
  imports: [ChargesModule, ConsoleAddressModule, PagePaymentsModule],
  controllers: [LinkPagesController],
  providers: [LinkPagesService],
})
export class LinkPagesModule {}
