import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { WritesModule } from '#engine/writes/writes.module.js';
import { ChargesModule } from '../charges/charges.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { SchedulesController } from './schedules.controller.js';
import { SCHEDULE_QUEUE } from './schedule-job.js';
import { ScheduleDueWork } from './schedule.work.js';
import { ScheduleLifecycle } from './schedule.lifecycle.js';
import { ScheduleRuns } from './schedule.runs.js';
import { ScheduledCharges } from './scheduled-charges.js';
import { ScheduledKinds } from './scheduled-kinds.js';
import { ScheduledTransfers } from './scheduled-transfers.js';
import { SchedulesService } from './schedules.service.js';

const ALL = [
  ScheduleLifecycle,
  ScheduleDueWork,
  ScheduleRuns,
  ScheduledCharges,
  ScheduledKinds,
  ScheduledTransfers,
  SchedulesService,
];

@Module({
  imports: [
    WritesModule,
    ChargesModule,
    CustomersModule,
    RecipientsModule,
    TransactionsModule,
    TransfersModule,
  ],
  providers: ALL,
  exports: ALL,
})
export class SchedulesModule {
  constructor(producer: JobProducer) {
    producer.register(SCHEDULE_QUEUE);
  }
}

@Module({ imports: [SchedulesModule], controllers: [SchedulesController] })
export class SchedulesHttpModule {}
