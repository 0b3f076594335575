import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { WebhookDeliveryModule } from '#engine/webhooks/webhook-delivery.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { TransfersModule } from '#resources/transfers/transfers.module.js';
import { SchedulesModule } from '#resources/schedules/schedules.module.js';
import { MetadataMaskModule } from '../timeline/metadata-mask.module.js';
import { ClockController } from './clock.controller.js';
import { ClockService } from './clock.service.js';
import { ClockStore } from './clock.store.js';
import { DueItems } from './due-items.js';

@Module({
  imports: [
    DiscoveryModule,
    MetadataMaskModule,
    LongPollModule,
    ChargesModule,
    SchedulesModule,
    TransfersModule,
    WebhookDeliveryModule,
  ],
  controllers: [ClockController],
  providers: [ClockService, ClockStore, DueItems],
  exports: [ClockService, DueItems],
})
export class ClockModule {}
