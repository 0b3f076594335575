import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { Settings } from '#platform/config/settings.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';
import { AccountsModule } from '#engine/accounts/accounts.module.js';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { FaultsSweeper } from '#engine/faults/faults.sweeper.js';
import { IdempotencyModule } from '#engine/idempotency/idempotency.module.js';
import { IdempotencySweeper } from '#engine/idempotency/idempotency.sweeper.js';
import { RequestLogStore } from '#engine/request-log/request-log.store.js';
import { RequestLogSweeper } from '#engine/request-log/request-log.sweeper.js';
import { WebhookDeliveryModule } from '#engine/webhooks/webhook-delivery.module.js';
import { KindsModule } from '#resources/kinds/kinds.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { SchedulesModule } from '#resources/schedules/schedules.module.js';
import { TransfersModule } from '#resources/transfers/transfers.module.js';
import { ClockMovesSweeper } from '#control/clock/clock-moves.sweeper.js';
import { ClockStore } from '#control/clock/clock.store.js';
import { ShopRunStore } from '#control/shops/shop-run.store.js';
import { ShopSchedules } from '#control/shops/shop-schedules.js';
import { ShopRunsSweeper } from '#control/shops/shop-runs.sweeper.js';
import { RetentionStore } from '#control/retention/retention.store.js';
import { RetentionSweeper } from '#control/retention/retention.sweeper.js';
import { ClosedAccountsSweeper } from '#control/sandboxes/closed-accounts.sweeper.js';
import { SandboxStore } from '#control/sandboxes/sandbox.store.js';
import { SandboxSweeper } from '#control/sandboxes/sandbox.sweeper.js';
import { SnapshotSweeper } from '#control/snapshots/snapshot.sweeper.js';

const STORES = [ClockStore, ShopRunStore, ShopSchedules, RequestLogStore, RetentionStore, SandboxStore];
const SWEEPERS = [
  ClockMovesSweeper,
  ClosedAccountsSweeper,
  ShopRunsSweeper,
  FaultsSweeper,
  IdempotencySweeper,
  RequestLogSweeper,
  RetentionSweeper,
  SandboxSweeper,
  SnapshotSweeper,
];

/** Work that is done later: expiry of charges, delivery of webhooks, removal of records. */
@Module({})
export class WorkerModule {
  static forRoot(settings: Settings, shared: SharedParts): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(settings, 'worker', shared),
        DiscoveryModule,
        AccountsModule,
        KindsModule,
        ChargesModule,
        FaultsModule,
        IdempotencyModule,
        SchedulesModule,
        TransfersModule,
        WebhookDeliveryModule,
      ],
      providers: [JobRunner, ...STORES, ...SWEEPERS],
    };
  }
}
