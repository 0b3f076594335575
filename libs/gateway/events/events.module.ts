import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';

@Module({ imports: [AccountDirectoryModule], controllers: [EventsController], providers: [EventsService], exports: [EventsService] })
export class EventsModule {}
