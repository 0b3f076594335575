import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../events/changes.module.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { ChargesById } from './charges-by-id.js';

/** What changes charges, for the API, the page and the worker alike. */
@Module({
  imports: [AccountDirectoryModule, ChangesModule],
  providers: [ChargesById, ChargeLifecycle],
  exports: [ChargesById, ChargeLifecycle],
})
export class ChargeLifecycleModule {}
