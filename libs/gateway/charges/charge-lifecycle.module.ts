import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { ChargeReaderModule } from './charge-reader.module.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { LinkPayments } from './link-payments.js';

/** What changes charges, for the API, the page and the worker alike. */
@Module({
  imports: [ChangesModule, ChargeReaderModule, FaultsModule],
  providers: [ChargeLifecycle, LinkPayments],
  exports: [ChargeLifecycle, LinkPayments],
})
export class ChargeLifecycleModule {}
