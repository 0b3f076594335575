import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { SourcesServiceModule } from '../sources/sources-service.module.js';
import { TokenReaderModule } from '../tokens/token-reader.module.js';
import { ChargeLifecycleModule } from './charge-lifecycle.module.js';
import { ChargeCreation } from './charge.creation.js';
import { ChargeInstruments } from './charge.instruments.js';
import { EXPIRY_QUEUE } from './expiry-job.js';

/** What makes charges, for the API and the pages of links alike. */
@Module({
  imports: [
    AccountDirectoryModule,
    ChangesModule,
    FaultsModule,
    SourcesServiceModule,
    TokenReaderModule,
    CustomerReaderModule,
    ChargeLifecycleModule,
  ],
  providers: [ChargeCreation, ChargeInstruments],
  exports: [ChargeCreation],
})
export class ChargeCreationModule {
  constructor(producer: JobProducer) {
    producer.register(EXPIRY_QUEUE);
  }
}
