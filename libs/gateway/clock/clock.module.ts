import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChargeExpiryModule } from '../charges/charge-expiry.module.js';
import { TransferProgressModule } from '../transfers/transfer-progress.module.js';
import { ScheduleOccurrencesModule } from '../schedules/schedule-occurrences.module.js';
import { WebhookDeliveryModule } from '../webhooks/webhook-delivery.module.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { ClockWalk } from './clock-walk.js';
import { ClockController } from './clock.controller.js';
import { ClockService } from './clock.service.js';
import { ClockStore } from './clock.store.js';
import { DueWork } from './due-work.js';

@Module({
  imports: [
    DiscoveryModule,
    AccountDirectoryModule,
    WaitingModule,
    ChargeExpiryModule,
    ScheduleOccurrencesModule,
    TransferProgressModule,
    WebhookDeliveryModule,
  ],
  controllers: [ClockController],
  providers: [ClockService, ClockStore, ClockWalk, DueWork],
  exports: [ClockService, DueWork],
})
export class ClockModule {}
