import { Module } from '@nestjs/common';
import { FaultsModule } from '../faults/faults.module.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryQueries } from './delivery.queries.js';
import { DeliveryStore } from './delivery.store.js';
import { ManualAttemptStore } from './manual-attempt.store.js';
import { HeldDeliveriesStore } from './held-deliveries.store.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { DeliveryDueWork } from './delivery.work.js';
import { WebhookFaults } from './webhook-faults.js';
import { WebhookSender } from './webhook-sender.js';

@Module({
  imports: [FaultsModule],
  providers: [
    DeliveryMetrics,
    DeliveryQueries,
    DeliveryStore,
    ManualAttemptStore,
    HeldDeliveriesStore,
    WebhookAttempts,
    DeliveryDueWork,
    WebhookFaults,
    WebhookSender,
  ],
  exports: [ManualAttemptStore, HeldDeliveriesStore, WebhookAttempts],
})
export class WebhookDeliveryModule {}
