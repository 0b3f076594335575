import { Module } from '@nestjs/common';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { ConsoleSessionsModule } from '../access/console-sessions.module.js';
import { MetadataMaskModule } from './metadata-mask.module.js';
import { EventEntriesService } from './event-entries.service.js';
import { FiguresService } from './figures.service.js';
import { IdleService } from './idle.service.js';
import { KeylessRequestsController } from './keyless-requests.controller.js';
import { RequestEntriesService } from './request-entries.service.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineService } from './timeline.service.js';
import { WaitReasons } from './wait-reasons.js';

@Module({
  imports: [ConsoleSessionsModule, MetadataMaskModule, LongPollModule, ClockModule],
  controllers: [TimelineController, KeylessRequestsController],
  providers: [
    EventEntriesService,
    FiguresService,
    IdleService,
    RequestEntriesService,
    TimelineService,
    WaitReasons,
  ],
  exports: [RequestEntriesService, TimelineService, WaitReasons],
})
export class TimelineModule {}
