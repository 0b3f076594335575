import { Module } from '@nestjs/common';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryStore } from './delivery.store.js';
import { WebhookDeliveryProcessor } from './webhook-delivery.processor.js';
import { WebhookSender } from './webhook-sender.js';

@Module({ providers: [DeliveryMetrics, DeliveryStore, WebhookDeliveryProcessor, WebhookSender] })
export class WebhookDeliveryModule {}
