import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';

const ALL = [EventsService];

@Module({ providers: ALL, exports: ALL })
export class EventsModule {}

@Module({ imports: [EventsModule], controllers: [EventsController] })
export class EventsHttpModule {}
