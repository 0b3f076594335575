import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { IdempotencyModule } from '#engine/idempotency/idempotency.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { ChargesModule } from '../charges/charges.module.js';
import { DisputesController } from './disputes.controller.js';
import { DisputeDocumentsController } from './dispute-documents.controller.js';
import { DisputeDocumentsService } from './dispute-documents.service.js';
import { DisputeLifecycle } from './dispute.lifecycle.js';
import { DisputesService } from './disputes.service.js';

const ALL = [DisputeDocumentsService, DisputeLifecycle, DisputesService];

@Module({ imports: [WritesModule, ChargesModule], providers: ALL, exports: ALL })
export class DisputesModule {}

@Module({
  imports: [DisputesModule, IdempotencyModule, LongPollModule],
  controllers: [DisputesController, DisputeDocumentsController],
})
export class DisputesHttpModule {}
