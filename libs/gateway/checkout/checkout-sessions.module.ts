import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { CheckoutSessionsController } from './checkout-sessions.controller.js';
import { CheckoutSessionsService } from './checkout-sessions.service.js';

/** Checkout sessions without their page: what the control host has of them. */
@Module({
  imports: [AccountDirectoryModule, ChangesModule],
  controllers: [CheckoutSessionsController],
  providers: [CheckoutSessionsService],
  exports: [CheckoutSessionsService],
})
export class CheckoutSessionsModule {}
