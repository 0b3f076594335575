import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { PagePaymentsModule } from '../payment-pages/page-payments.module.js';
import { CheckoutPagesService } from './checkout-pages.service.js';
import { CheckoutSessionsService } from './checkout-sessions.service.js';

const ALL = [CheckoutPagesService, CheckoutSessionsService];

@Module({ imports: [ActsModule, ChangesModule, PagePaymentsModule], providers: ALL, exports: ALL })
export class CheckoutModule {}
