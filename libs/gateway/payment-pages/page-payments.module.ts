import { Module } from '@nestjs/common';
import { ChargesModule } from '../charges/charges.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { ConsoleAddress } from '../pages/console-address.js';
import { PagePayments } from './page-payments.service.js';
import { PageSettlement } from './page-settlement.service.js';

@Module({
  imports: [ChargesModule, FaultsModule],
  providers: [ConsoleAddress, PagePayments, PageSettlement],
  exports: [ConsoleAddress, PagePayments, PageSettlement],
})
export class PagePaymentsModule {}
