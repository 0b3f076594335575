import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { HeldWebhooksService } from './held-webhooks.service.js';

@Module({
  imports: [AccountDirectoryModule, ActsModule, WebhookDeliveryModule],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, HeldWebhooksService],
})
export class DeliveriesModule {}
