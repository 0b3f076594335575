import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { BalanceReaderModule } from '../transactions/balance-reader.module.js';
import { TRANSFER_QUEUE } from './transfer-job.js';
import { TransferLifecycle } from './transfer.lifecycle.js';
import { TransferReader } from './transfer.reader.js';

/** What changes transfers, for the API and the worker alike. */
@Module({
  imports: [AccountDirectoryModule, BalanceReaderModule, ChangesModule],
  providers: [TransferLifecycle, TransferReader],
  exports: [TransferLifecycle, TransferReader],
})
export class TransferLifecycleModule {
  constructor(producer: JobProducer) {
    producer.register(TRANSFER_QUEUE);
  }
}
