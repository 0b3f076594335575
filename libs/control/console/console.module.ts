import { Module } from '@nestjs/common';
import { ConsoleSessionsModule } from '../access/console-sessions.module.js';
import { ConsoleController } from './console.controller.js';
import { SessionController } from './session.controller.js';

/** The page of the control host, and its sessions. */
@Module({ imports: [ConsoleSessionsModule], controllers: [ConsoleController, SessionController] })
export class ConsoleModule {}
