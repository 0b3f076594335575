import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { FaultsModule } from '../faults/faults.module.js';
import { DeliveryByHandStore } from './delivery-by-hand.store.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryStore } from './delivery.store.js';
import { FaultyAttempts } from './faulty-attempts.js';
import { HeldDeliveriesStore } from './held-deliveries.store.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDeliveryProcessor } from './webhook-delivery.processor.js';
import { WebhookFaults } from './webhook-faults.js';
import { WebhookSender } from './webhook-sender.js';

@Module({
  imports: [AccountDirectoryModule, FaultsModule],
  providers: [
    DeliveryByHandStore,
    DeliveryMetrics,
    DeliveryStore,
    FaultyAttempts,
    HeldDeliveriesStore,
    WebhookAttempts,
    WebhookDeliveryProcessor,
    WebhookFaults,
    WebhookSender,
  ],
  exports: [DeliveryByHandStore, FaultyAttempts, HeldDeliveriesStore, WebhookAttempts],
})
export class WebhookDeliveryModule {}
