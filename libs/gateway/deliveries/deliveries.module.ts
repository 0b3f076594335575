import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { MetadataMask } from '../request-log/metadata-mask.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
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
    TimelineModule,
    WaitingModule,
    WebhookDeliveryModule,
  ],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveryEntriesService, HeldWebhooksService, MetadataMask, TestEventService],
  exports: [HeldWebhooksService],
})
export class DeliveriesModule {}
