import { Module } from '@nestjs/common';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { PagePayments } from './page-payments.service.js';
import { PageSettlement } from './page-settlement.service.js';

@Module({
  imports: [ChargesModule, FaultsModule],
  providers: [PagePayments, PageSettlement],
  exports: [PagePayments, PageSettlement],
})
export class PagePaymentsModule {}
