import { Module } from '@nestjs/common';
import { ActsModule } from '#engine/acts/acts.module.js';
import { LinkedAccountsModule } from '#resources/linked-accounts/linked-accounts.module.js';
import { ConsoleAddress } from '../kit/console-address.js';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsService } from './registrations.service.js';

@Module({
  imports: [ActsModule, LinkedAccountsModule],
  controllers: [RegistrationsController],
  providers: [ConsoleAddress, RegistrationsService],
})
export class RegistrationsModule {}
