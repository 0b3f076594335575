import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { LinkedAccountLifecycleModule } from '../linked-accounts/linked-account-lifecycle.module.js';
import { ConsoleAddress } from '../pages/console-address.js';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsService } from './registrations.service.js';

@Module({
  imports: [AccountDirectoryModule, ActsModule, LinkedAccountLifecycleModule],
  controllers: [RegistrationsController],
  providers: [ConsoleAddress, RegistrationsService],
})
export class RegistrationsModule {}
