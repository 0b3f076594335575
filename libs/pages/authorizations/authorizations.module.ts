import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { ConsoleAddressModule } from '../kit/console-address.module.js';
import { PagePaymentsModule } from '../payments/page-payments.module.js';
import { AuthorizationsController } from './authorizations.controller.js';
import { AuthorizationsService } from './authorizations.service.js';
import { ShopController } from './shop.controller.js';

@Module({
  imports: [AuditModule, ConsoleAddressModule, PagePaymentsModule],
  controllers: [AuthorizationsController, ShopController],
  providers: [AuthorizationsService],
})
export class AuthorizationsModule {}
