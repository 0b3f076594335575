import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { PagePaymentsModule } from '../payment-pages/page-payments.module.js';
import { CheckoutPagesController } from './checkout-pages.controller.js';
import { CheckoutPagesService } from './checkout-pages.service.js';
import { CheckoutSessionsModule } from './checkout-sessions.module.js';

/** Checkout sessions and their page, which are on one host. */
@Module({
  imports: [AccountDirectoryModule, ActsModule, ChangesModule, PagePaymentsModule, CheckoutSessionsModule],
  controllers: [CheckoutPagesController],
  providers: [CheckoutPagesService],
})
export class CheckoutModule {}
