import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ChargeDraftsModule } from '../charges/charge-drafts.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { RecipientReaderModule } from '../recipients/recipient-reader.module.js';
import { BalanceReaderModule } from '../transactions/balance-reader.module.js';
import { TransferLifecycleModule } from '../transfers/transfer-lifecycle.module.js';
import { SCHEDULE_QUEUE } from './schedule-job.js';
import { ScheduleLifecycle } from './schedule.lifecycle.js';
import { ScheduleReader } from './schedule.reader.js';
import { ScheduleRuns } from './schedule.runs.js';
import { ScheduledCharges } from './scheduled-charges.js';
import { ScheduledKinds } from './scheduled-kinds.js';
import { ScheduledTransfers } from './scheduled-transfers.js';

/** What finds schedules and does what they say, for the API and the worker alike. */
@Module({
  imports: [
    ...[AccountDirectoryModule, BalanceReaderModule, ChangesModule, ChargeDraftsModule, CustomerReaderModule, RecipientReaderModule],
    // Adds the jobs that go on with new transfers.
    TransferLifecycleModule,
  ],
  providers: [ScheduleLifecycle, ScheduleReader, ScheduleRuns, ScheduledCharges, ScheduledKinds, ScheduledTransfers],
  exports: [ScheduleLifecycle, ScheduleReader, ScheduleRuns, ScheduledKinds],
})
export class ScheduleLifecycleModule {
  constructor(producer: JobProducer) {
    producer.register(SCHEDULE_QUEUE);
  }
}
