import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../events/changes.module.js';
import { LinkedAccountReaderModule } from './linked-account-reader.module.js';
import { LinkedAccountLifecycle } from './linked-account.lifecycle.js';

/** What registers linked accounts, for the API and the page alike. */
@Module({
  imports: [AccountDirectoryModule, ChangesModule, LinkedAccountReaderModule],
  providers: [LinkedAccountLifecycle],
  exports: [LinkedAccountLifecycle],
})
export class LinkedAccountLifecycleModule {}
