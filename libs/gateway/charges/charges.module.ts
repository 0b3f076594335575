import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { EventsModule } from '../events/events.module.js';
import { ChargeCreationModule } from './charge-creation.module.js';
import { ChargeLifecycleModule } from './charge-lifecycle.module.js';
import { ChargeReaderModule } from './charge-reader.module.js';
import { ChargesController } from './charges.controller.js';
import { ChargesService } from './charges.service.js';
import { CodeDocumentsController } from './code-documents.controller.js';
import { CodeDocuments } from './code-documents.service.js';

@Module({
  imports: [AccountDirectoryModule, EventsModule, ChargeCreationModule, ChargeReaderModule, ChargeLifecycleModule],
  controllers: [ChargesController, CodeDocumentsController],
  providers: [ChargesService, CodeDocuments],
})
export class ChargesModule {}
