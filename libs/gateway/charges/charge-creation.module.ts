import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { SourcesServiceModule } from '../sources/sources-service.module.js';
import { TokenReaderModule } from '../tokens/token-reader.module.js';
import { ChargeDraftsModule } from './charge-drafts.module.js';
import { ChargeLifecycleModule } from './charge-lifecycle.module.js';
import { ChargeCreation } from './charge.creation.js';
import { ChargeInstruments } from './charge.instruments.js';

/** What makes charges, for the API and pages where customers pay alike. */
@Module({
  imports: [
    AccountDirectoryModule,
    ChangesModule,
    SourcesServiceModule,
    TokenReaderModule,
    CustomerReaderModule,
    ChargeDraftsModule,
    ChargeLifecycleModule,
  ],
  providers: [ChargeCreation, ChargeInstruments],
  exports: [ChargeCreation],
})
export class ChargeCreationModule {}
