import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChargeLifecycleModule } from '../charges/charge-lifecycle.module.js';
import { ChargeReaderModule } from '../charges/charge-reader.module.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

@Module({
  imports: [AccountDirectoryModule, ChargeReaderModule, ChargeLifecycleModule],
  controllers: [RefundsController],
  providers: [RefundsService],
})
export class RefundsModule {}
