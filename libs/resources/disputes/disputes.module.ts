import { Module } from '@nestjs/common';
import { ChangesModule } from '#engine/changes/changes.module.js';
import { IdempotencyModule } from '#engine/idempotency/idempotency.module.js';
import { ChargesModule } from '../charges/charges.module.js';
import { DisputeDocumentsService } from './dispute-documents.service.js';
import { DisputeLifecycle } from './dispute.lifecycle.js';
import { DisputeReader } from './dispute.reader.js';
import { DisputesService } from './disputes.service.js';

const ALL = [DisputeDocumentsService, DisputeLifecycle, DisputeReader, DisputesService];

@Module({ imports: [ChangesModule, ChargesModule, IdempotencyModule], providers: ALL, exports: ALL })
export class DisputesModule {}
