import { Module } from '@nestjs/common';
import { DeliveryStore } from './delivery.store.js';
import { WebhookDeliveryProcessor } from './webhook-delivery.processor.js';
import { WebhookSender } from './webhook-sender.js';

@Module({ providers: [DeliveryStore, WebhookDeliveryProcessor, WebhookSender] })
export class WebhookDeliveryModule {}
