import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';

@Module({
  imports: [AccountDirectoryModule, ActsModule, WebhookDeliveryModule],
  controllers: [DeliveriesController],
  providers: [DeliveriesService],
})
export class DeliveriesModule {}
