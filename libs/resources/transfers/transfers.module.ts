import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { WritesModule } from '#engine/writes/writes.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { TransfersController } from './transfers.controller.js';
import { TRANSFER_QUEUE } from './transfer-job.js';
import { TransferLifecycle } from './transfer.lifecycle.js';
import { TransferDueWork } from './transfer.work.js';
import { TransfersService } from './transfers.service.js';

const ALL = [TransferLifecycle, TransferDueWork, TransfersService];

@Module({ imports: [WritesModule, RecipientsModule, TransactionsModule], providers: ALL, exports: ALL })
export class TransfersModule {
  constructor(producer: JobProducer) {
    producer.register(TRANSFER_QUEUE);
  }
}

@Module({ imports: [TransfersModule], controllers: [TransfersController] })
export class TransfersHttpModule {}
