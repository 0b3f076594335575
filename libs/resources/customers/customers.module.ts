import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { LinkedAccountsModule } from '../linked-accounts/linked-accounts.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { CustomersController } from './customers.controller.js';
import { CustomerCardsController } from './customer-cards.controller.js';
import { CustomerLinkedAccountsController } from './customer-linked-accounts.controller.js';
import { CustomerCardsService } from './customer-cards.service.js';
import { CustomerAttachments } from './customer.attachments.js';
import { CustomerLifecycle } from './customer.lifecycle.js';
import { CustomerReader } from './customer.reader.js';
import { CustomersService } from './customers.service.js';

const ALL = [CustomerAttachments, CustomerCardsService, CustomerLifecycle, CustomerReader, CustomersService];

@Module({ imports: [WritesModule, LinkedAccountsModule, TokensModule], providers: ALL, exports: ALL })
export class CustomersModule {}

@Module({
  imports: [CustomersModule],
  controllers: [CustomersController, CustomerCardsController, CustomerLinkedAccountsController],
})
export class CustomersHttpModule {}
