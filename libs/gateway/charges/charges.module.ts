import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { EventsModule } from '../events/events.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { SourcesModule } from '../sources/sources.module.js';
import { TokenReaderModule } from '../tokens/token-reader.module.js';
import { ChargeDraftsModule } from './charge-drafts.module.js';
import { ChargeLifecycleModule } from './charge-lifecycle.module.js';
import { ChargeReaderModule } from './charge-reader.module.js';
import { ChargeCreation } from './charge.creation.js';
import { ChargeInstruments } from './charge.instruments.js';
import { CodeDocumentsController } from './code-documents.controller.js';
import { CodeDocuments } from './code-documents.service.js';
import { ChargesController } from './charges.controller.js';
import { ChargesService } from './charges.service.js';

@Module({
  imports: [
    AccountDirectoryModule,
    ChangesModule,
    EventsModule,
    SourcesModule,
    TokenReaderModule,
    CustomerReaderModule,
    ChargeDraftsModule,
    ChargeReaderModule,
    ChargeLifecycleModule,
  ],
  controllers: [ChargesController, CodeDocumentsController],
  providers: [ChargeCreation, ChargeInstruments, ChargesService, CodeDocuments],
})
export class ChargesModule {}
