import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ChargesModule } from '../charges/charges.module.js';
import { MetadataMask } from '../request-log/metadata-mask.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { SchedulesModule } from '../schedules/schedules.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { ClockController } from './clock.controller.js';
import { ClockService } from './clock.service.js';
import { ClockStore } from './clock.store.js';
import { DueItems } from './due-items.js';

@Module({
  imports: [
    DiscoveryModule,
    WaitingModule,
    ChargesModule,
    SchedulesModule,
    TransfersModule,
    WebhookDeliveryModule,
  ],
  controllers: [ClockController],
  providers: [ClockService, ClockStore, DueItems, MetadataMask],
  exports: [ClockService, DueItems],
})
export class ClockModule {}
