import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ChargeDraftsModule } from '../charges/charge-drafts.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { SCHEDULE_QUEUE } from './schedule-job.js';
import { ScheduleLifecycle } from './schedule.lifecycle.js';
import { ScheduleReader } from './schedule.reader.js';
import { ScheduleRuns } from './schedule.runs.js';
import { ScheduledCharges } from './scheduled-charges.js';
import { ScheduledKinds } from './scheduled-kinds.js';

/** What finds schedules and does what they say, for the API and the worker alike. */
@Module({
  imports: [AccountDirectoryModule, ChangesModule, ChargeDraftsModule, CustomerReaderModule],
  providers: [ScheduleLifecycle, ScheduleReader, ScheduleRuns, ScheduledCharges, ScheduledKinds],
  exports: [ScheduleLifecycle, ScheduleReader, ScheduleRuns, ScheduledKinds],
})
export class ScheduleLifecycleModule {
  constructor(producer: JobProducer) {
    producer.register(SCHEDULE_QUEUE);
  }
}
