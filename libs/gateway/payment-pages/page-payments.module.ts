import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChargeCreationModule } from '../charges/charge-creation.module.js';
import { ChargeLifecycleModule } from '../charges/charge-lifecycle.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { ConsoleAddress } from '../pages/console-address.js';
import { PagePayments } from './page-payments.service.js';
import { PageSettlement } from './page-settlement.service.js';

/** What takes payments on pages. */
@Module({
  imports: [AccountDirectoryModule, ChargeCreationModule, ChargeLifecycleModule, FaultsModule],
  providers: [ConsoleAddress, PagePayments, PageSettlement],
  exports: [ConsoleAddress, PagePayments, PageSettlement],
})
export class PagePaymentsModule {}
