import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ScheduleLifecycleModule } from './schedule-lifecycle.module.js';
import { ScheduleOccurrencesProcessor } from './schedule-occurrences.processor.js';

@Module({ imports: [AccountDirectoryModule, ScheduleLifecycleModule], providers: [ScheduleOccurrencesProcessor] })
export class ScheduleOccurrencesModule {}
