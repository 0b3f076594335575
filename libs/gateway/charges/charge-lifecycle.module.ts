import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../events/changes.module.js';
import { ChargeLifecycle } from './charge.lifecycle.js';

/** What changes charges, for the API, the page and the worker alike. */
@Module({ imports: [AccountDirectoryModule, ChangesModule], providers: [ChargeLifecycle], exports: [ChargeLifecycle] })
export class ChargeLifecycleModule {}
