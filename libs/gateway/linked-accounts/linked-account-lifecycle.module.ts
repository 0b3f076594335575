import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { LinkedAccountReaderModule } from './linked-account-reader.module.js';
import { LinkedAccountLifecycle } from './linked-account.lifecycle.js';

/** What registers linked accounts, for the API and the page alike. */
@Module({
  imports: [ChangesModule, LinkedAccountReaderModule],
  providers: [LinkedAccountLifecycle],
  exports: [LinkedAccountLifecycle],
})
export class LinkedAccountLifecycleModule {}
