import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { DeliveryByHandStore } from './delivery-by-hand.store.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryStore } from './delivery.store.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDeliveryProcessor } from './webhook-delivery.processor.js';
import { WebhookSender } from './webhook-sender.js';

@Module({
  imports: [AccountDirectoryModule],
  providers: [DeliveryByHandStore, DeliveryMetrics, DeliveryStore, WebhookAttempts, WebhookDeliveryProcessor, WebhookSender],
  exports: [DeliveryByHandStore, DeliveryStore, WebhookAttempts],
})
export class WebhookDeliveryModule {}
