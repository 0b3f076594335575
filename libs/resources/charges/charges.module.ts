import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { WritesModule } from '#engine/writes/writes.module.js';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { EventsModule } from '../events/events.module.js';
import { SourcesModule } from '../sources/sources.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ChargesController } from './charges.controller.js';
import { CodeDocumentsController } from './code-documents.controller.js';
import { ChargeDueWork } from './charge.work.js';
import { ChargeCreation } from './charge.creation.js';
import { ChargeInstruments } from './charge.instruments.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { ChargesService } from './charges.service.js';
import { CodeDocuments } from './code-documents.service.js';
import { CHARGE_QUEUE } from './charge-job.js';
import { LinkPayments } from './link-payments.js';
import { PaymentFaults } from './payment-faults.js';

const ALL = [
  ChargeCreation,
  ChargeDueWork,
  ChargeInstruments,
  ChargeLifecycle,
  ChargesService,
  CodeDocuments,
  LinkPayments,
  PaymentFaults,
];

@Module({
  imports: [WritesModule, CustomersModule, EventsModule, FaultsModule, SourcesModule, TokensModule],
  providers: ALL,
  exports: ALL,
})
export class ChargesModule {
  constructor(producer: JobProducer) {
    producer.register(CHARGE_QUEUE);
  }
}

@Module({ imports: [ChargesModule], controllers: [ChargesController, CodeDocumentsController] })
export class ChargesHttpModule {}
