import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { DeliveryByHandStore } from './delivery-by-hand.store.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryStore } from './delivery.store.js';
import { HeldDeliveriesStore } from './held-deliveries.store.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDeliveryProcessor } from './webhook-delivery.processor.js';
import { WebhookSender } from './webhook-sender.js';

@Module({
  imports: [AccountDirectoryModule],
  providers: [
    DeliveryByHandStore,
    DeliveryMetrics,
    DeliveryStore,
    HeldDeliveriesStore,
    WebhookAttempts,
    WebhookDeliveryProcessor,
    WebhookSender,
  ],
  exports: [DeliveryByHandStore, HeldDeliveriesStore, WebhookAttempts],
})
export class WebhookDeliveryModule {}
