import { Module } from '@nestjs/common';
import { ControlAuthModule } from '../access/control-auth.module.js';
import { ConsoleController } from './console.controller.js';
import { SessionController } from './session.controller.js';

/** The page of the control host, and its sessions. */
@Module({ imports: [ControlAuthModule], controllers: [ConsoleController, SessionController] })
export class ConsoleModule {}
