import { Module } from '@nestjs/common';
import { ActsModule } from '#engine/acts/acts.module.js';
import { ChangesModule } from '#engine/changes/changes.module.js';
import { PagePaymentsModule } from '#pages/payments/page-payments.module.js';
import { CheckoutPagesService } from '#pages/checkout/checkout-pages.service.js';
import { CheckoutSessionsService } from './checkout-sessions.service.js';

const ALL = [CheckoutPagesService, CheckoutSessionsService];

@Module({ imports: [ActsModule, ChangesModule, PagePaymentsModule], providers: ALL, exports: ALL })
export class CheckoutModule {}
