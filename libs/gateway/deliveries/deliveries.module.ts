import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { CustomerReaderModule } from '../customers/customer-reader.module.js';
import { CustomerAttachments } from '../customers/customer.attachments.js';
import { CustomerLifecycle } from '../customers/customer.lifecycle.js';
import { CustomersService } from '../customers/customers.service.js';
import { LinkedAccountReaderModule } from '../linked-accounts/linked-account-reader.module.js';
import { TokenReaderModule } from '../tokens/token-reader.module.js';
import { WaitReasons } from '../timeline/wait-reasons.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryEntriesService } from './delivery-entries.service.js';
import { HeldWebhooksService } from './held-webhooks.service.js';
import { TestEventService } from './test-event.service.js';

/** Customers without their routes, which belong to another host. */
const CUSTOMERS = [CustomerLifecycle, CustomerAttachments, CustomersService];

@Module({
  imports: [
    AccountDirectoryModule,
    ActsModule,
    ChangesModule,
    ClockModule,
    CustomerReaderModule,
    LinkedAccountReaderModule,
    TokenReaderModule,
    WaitingModule,
    WebhookDeliveryModule,
  ],
  controllers: [DeliveriesController],
  providers: [...CUSTOMERS, DeliveriesService, DeliveryEntriesService, HeldWebhooksService, TestEventService, WaitReasons],
})
export class DeliveriesModule {}
