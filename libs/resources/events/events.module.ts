import { Module } from '@nestjs/common';
import { EventsService } from './events.service.js';

const ALL = [EventsService];

@Module({ providers: ALL, exports: ALL })
export class EventsModule {}
