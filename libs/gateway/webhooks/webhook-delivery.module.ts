import { Module } from '@nestjs/common';
import { FaultsModule } from '../faults/faults.module.js';
import { DeliveryByHandStore } from './delivery-by-hand.store.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryQueries } from './delivery.queries.js';
import { DeliveryStore } from './delivery.store.js';
import { FaultInjectingAttempts } from './fault-injecting-attempts.js';
import { HeldDeliveriesStore } from './held-deliveries.store.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { DeliveryDueWork } from './delivery.work.js';
import { DeliveryFaults } from './delivery-faults.js';
import { WebhookSender } from './webhook-sender.js';

@Module({
  imports: [FaultsModule],
  providers: [
    DeliveryByHandStore,
    DeliveryMetrics,
    DeliveryQueries,
    DeliveryStore,
    FaultInjectingAttempts,
    HeldDeliveriesStore,
    WebhookAttempts,
    DeliveryDueWork,
    DeliveryFaults,
    WebhookSender,
  ],
  exports: [DeliveryByHandStore, FaultInjectingAttempts, HeldDeliveriesStore, WebhookAttempts],
})
export class WebhookDeliveryModule {}
