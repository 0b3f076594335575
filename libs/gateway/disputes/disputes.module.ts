import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChargeLifecycleModule } from '../charges/charge-lifecycle.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { DisputeLifecycle } from './dispute.lifecycle.js';
import { DisputeReader } from './dispute.reader.js';
import { DisputeDocumentsController } from './dispute-documents.controller.js';
import { DisputeDocumentsService } from './dispute-documents.service.js';
import { DisputesController } from './disputes.controller.js';
import { DisputesService } from './disputes.service.js';

@Module({
  imports: [AccountDirectoryModule, ChangesModule, ChargeLifecycleModule, IdempotencyModule],
  controllers: [DisputesController, DisputeDocumentsController],
  providers: [DisputeLifecycle, DisputeReader, DisputesService, DisputeDocumentsService],
})
export class DisputesModule {}
