import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryStore } from './delivery.store.js';
import { WebhookDeliveryProcessor } from './webhook-delivery.processor.js';
import { WebhookSender } from './webhook-sender.js';

@Module({ imports: [AccountDirectoryModule], providers: [DeliveryMetrics, DeliveryStore, WebhookDeliveryProcessor, WebhookSender] })
export class WebhookDeliveryModule {}
