import { Module } from '@nestjs/common';
import { ChargeCreationModule } from '../charges/charge-creation.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { PagePayments } from './page-payments.service.js';

/** What takes payments on pages. */
@Module({ imports: [ChargeCreationModule, FaultsModule], providers: [PagePayments], exports: [PagePayments] })
export class PagePaymentsModule {}
