import { Module } from '@nestjs/common';
import { WaitingModule } from '#engine/waiting/waiting.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { ControlAuthModule } from '../access/control-auth.module.js';
import { MetadataMask } from './metadata-mask.js';
import { EventEntriesService } from './event-entries.service.js';
import { FiguresService } from './figures.service.js';
import { IdleService } from './idle.service.js';
import { KeylessRequestsController } from './keyless-requests.controller.js';
import { RequestEntriesService } from './request-entries.service.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineService } from './timeline.service.js';
import { WaitReasons } from './wait-reasons.js';

@Module({
  imports: [ControlAuthModule, WaitingModule, ClockModule],
  controllers: [TimelineController, KeylessRequestsController],
  providers: [
    EventEntriesService,
    FiguresService,
    IdleService,
    MetadataMask,
    RequestEntriesService,
    TimelineService,
    WaitReasons,
  ],
  exports: [RequestEntriesService, TimelineService, WaitReasons],
})
export class TimelineModule {}
