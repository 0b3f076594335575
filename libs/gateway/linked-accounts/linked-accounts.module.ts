import { Module } from '@nestjs/common';
import { LinkedAccountLifecycleModule } from './linked-account-lifecycle.module.js';
import { LinkedAccountReaderModule } from './linked-account-reader.module.js';
import { LinkedAccountsController } from './linked-accounts.controller.js';
import { LinkedAccountsService } from './linked-accounts.service.js';

@Module({
  imports: [LinkedAccountReaderModule, LinkedAccountLifecycleModule],
  controllers: [LinkedAccountsController],
  providers: [LinkedAccountsService],
})
export class LinkedAccountsModule {}
