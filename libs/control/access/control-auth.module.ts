import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ConsoleSessions } from './console-sessions.js';
import { ControlGuard } from './control.guard.js';

/** Rejects requests to the control host without valid credentials. */
@Module({
  providers: [ConsoleSessions, { provide: APP_GUARD, useClass: ControlGuard }],
  exports: [ConsoleSessions],
})
export class ControlAuthModule {}
