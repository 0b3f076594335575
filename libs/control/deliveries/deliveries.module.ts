import { Module } from '@nestjs/common';
import { ActsModule } from '#engine/audit/audit.module.js';
import { ChangesModule } from '#engine/writes/writes.module.js';
import { WaitingModule } from '#engine/long-poll/long-poll.module.js';
import { WebhookDeliveryModule } from '#engine/webhooks/webhook-delivery.module.js';
import { CustomersModule } from '#resources/customers/customers.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { MetadataMaskModule } from '../timeline/metadata-mask.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryEntriesService } from './delivery-entries.service.js';
import { HeldWebhooksService } from './held-webhooks.service.js';
import { TestEventService } from './test-event.service.js';

@Module({
  imports: [
    ActsModule,
    ChangesModule,
    ClockModule,
    CustomersModule,
    MetadataMaskModule,
    TimelineModule,
    WaitingModule,
    WebhookDeliveryModule,
  ],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveryEntriesService, HeldWebhooksService, TestEventService],
  exports: [HeldWebhooksService],
})
export class DeliveriesModule {}
