import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { WritesModule } from '#engine/writes/writes.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { CheckoutModule } from '#resources/checkout/checkout.module.js';
import { ConsoleAddressModule } from '../kit/console-address.module.js';
import { PagePaymentsModule } from '../payments/page-payments.module.js';
import { CheckoutPagesController } from './checkout-pages.controller.js';
import { CheckoutPagesService } from './checkout-pages.service.js';

@Module({
  imports: [
    AuditModule,
    WritesModule,
    ChargesModule,
    CheckoutModule,
    ConsoleAddressModule,
    PagePaymentsModule,
  ],
  controllers: [CheckoutPagesController],
  providers: [CheckoutPagesService],
})
export class CheckoutPagesModule {}
