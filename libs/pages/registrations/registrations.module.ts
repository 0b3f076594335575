import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { LinkedAccountsModule } from '#resources/linked-accounts/linked-accounts.module.js';
import { ConsoleAddressModule } from '../kit/console-address.module.js';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsService } from './registrations.service.js';

@Module({
  imports: [AuditModule, ConsoleAddressModule, LinkedAccountsModule],
  controllers: [RegistrationsController],
  providers: [RegistrationsService],
})
export class RegistrationsModule {}
