import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ConsoleSessions } from './console-sessions.js';
import { ControlGuard } from './control.guard.js';

/** Closes every route of the control host but for those who may. */
@Module({
  imports: [AccountDirectoryModule],
  providers: [ConsoleSessions, { provide: APP_GUARD, useClass: ControlGuard }],
  exports: [ConsoleSessions],
})
export class ControlAuthModule {}
