import { Module } from '@nestjs/common';
import { FaultsModule } from '../faults/faults.module.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryQueries } from './delivery.queries.js';
import { DeliveryStore } from './delivery.store.js';
import { ExtraAttemptStore } from './manual-attempt.store.js';
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
    ExtraAttemptStore,
    HeldDeliveriesStore,
    WebhookAttempts,
    DeliveryDueWork,
    WebhookFaults,
    WebhookSender,
  ],
  exports: [ExtraAttemptStore, HeldDeliveriesStore, WebhookAttempts],
})
export class WebhookDeliveryModule {}
