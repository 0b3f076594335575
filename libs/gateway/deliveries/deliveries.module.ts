import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { WaitReasons } from '../timeline/wait-reasons.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryEntriesService } from './delivery-entries.service.js';
import { HeldWebhooksService } from './held-webhooks.service.js';

@Module({
  imports: [AccountDirectoryModule, ActsModule, ClockModule, WaitingModule, WebhookDeliveryModule],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveryEntriesService, HeldWebhooksService, WaitReasons],
})
export class DeliveriesModule {}
