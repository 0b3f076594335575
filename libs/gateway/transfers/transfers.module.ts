import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { RecipientReaderModule } from '../recipients/recipient-reader.module.js';
import { BalanceReaderModule } from '../transactions/balance-reader.module.js';
import { TransferLifecycleModule } from './transfer-lifecycle.module.js';
import { TransfersController } from './transfers.controller.js';
import { TransfersService } from './transfers.service.js';

@Module({
  imports: [BalanceReaderModule, ChangesModule, RecipientReaderModule, TransferLifecycleModule],
  controllers: [TransfersController],
  providers: [TransfersService],
})
export class TransfersModule {}
