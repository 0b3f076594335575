import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { PagePaymentsModule } from '../payment-pages/page-payments.module.js';
import { CheckoutPagesController } from './checkout-pages.controller.js';
import { CheckoutPagesService } from './checkout-pages.service.js';
import { CheckoutSessionsController } from './checkout-sessions.controller.js';
import { CheckoutSessionsService } from './checkout-sessions.service.js';

/** Checkout sessions and their page, which are on one host. */
@Module({
  imports: [AccountDirectoryModule, ChangesModule, PagePaymentsModule],
  controllers: [CheckoutSessionsController, CheckoutPagesController],
  providers: [CheckoutSessionsService, CheckoutPagesService],
})
export class CheckoutModule {}
