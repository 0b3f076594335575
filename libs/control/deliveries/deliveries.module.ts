import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { WritesModule } from '#engine/writes/writes.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
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
    AuditModule,
    WritesModule,
    ClockModule,
    CustomersModule,
    MetadataMaskModule,
    TimelineModule,
    LongPollModule,
    WebhookDeliveryModule,
  ],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveryEntriesService, HeldWebhooksService, TestEventService],
  exports: [HeldWebhooksService],
})
export class DeliveriesModule {}
