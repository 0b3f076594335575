import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { LinkedAccountsModule } from '../linked-accounts/linked-accounts.module.js';
import { ConsoleAddress } from '../pages/console-address.js';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsService } from './registrations.service.js';

@Module({
  imports: [ActsModule, LinkedAccountsModule],
  controllers: [RegistrationsController],
  providers: [ConsoleAddress, RegistrationsService],
})
export class RegistrationsModule {}
