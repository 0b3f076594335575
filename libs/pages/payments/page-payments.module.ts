import { Module } from '@nestjs/common';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { OtherWays } from './other-ways.service.js';
import { PagePayments } from './page-payments.service.js';
import { PageSettlement } from './page-settlement.service.js';

@Module({
  imports: [ChargesModule, FaultsModule],
  providers: [OtherWays, PagePayments, PageSettlement],
  exports: [OtherWays, PagePayments, PageSettlement],
})
export class PagePaymentsModule {}
