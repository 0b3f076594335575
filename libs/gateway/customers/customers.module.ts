import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { LinkedAccountReaderModule } from '../linked-accounts/linked-account-reader.module.js';
import { TokenReaderModule } from '../tokens/token-reader.module.js';
import { CustomerCardsController } from './customer-cards.controller.js';
import { CustomerCardsService } from './customer-cards.service.js';
import { CustomerLinkedAccountsController } from './customer-linked-accounts.controller.js';
import { CustomerAttachments } from './customer.attachments.js';
import { CustomerReaderModule } from './customer-reader.module.js';
import { CustomerLifecycle } from './customer.lifecycle.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Module({
  imports: [ChangesModule, TokenReaderModule, LinkedAccountReaderModule, CustomerReaderModule],
  controllers: [CustomersController, CustomerCardsController, CustomerLinkedAccountsController],
  providers: [CustomerLifecycle, CustomerAttachments, CustomersService, CustomerCardsService],
})
export class CustomersModule {}
