import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { RecipientReaderModule } from '../recipients/recipient-reader.module.js';
import { ScheduleLifecycleModule } from './schedule-lifecycle.module.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesService } from './schedules.service.js';

@Module({
  imports: [ChangesModule, CustomerReaderModule, RecipientReaderModule, ScheduleLifecycleModule],
  controllers: [SchedulesController],
  providers: [SchedulesService],
})
export class SchedulesModule {}
