import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '#gateway/accounts/accounts.module.js';
import { ChargesModule } from '#gateway/charges/charges.module.js';
import { ClockMovesSweeper } from '#gateway/clock/clock-moves.sweeper.js';
import { ClockStore } from '#gateway/clock/clock.store.js';
import { ExamStore } from '#gateway/exams/exam.store.js';
import { ExamsSweeper } from '#gateway/exams/exams.sweeper.js';
import { FaultsModule } from '#gateway/faults/faults.module.js';
import { FaultsSweeper } from '#gateway/faults/faults.sweeper.js';
import { IdempotencyModule } from '#gateway/idempotency/idempotency.module.js';
import { IdempotencySweeper } from '#gateway/idempotency/idempotency.sweeper.js';
import { RequestLogStore } from '#gateway/request-log/request-log.store.js';
import { RequestLogSweeper } from '#gateway/request-log/request-log.sweeper.js';
import { RetentionStore } from '#gateway/retention/retention.store.js';
import { RetentionSweeper } from '#gateway/retention/retention.sweeper.js';
import { ClosedAccountsSweeper } from '#gateway/sandboxes/closed-accounts.sweeper.js';
import { SandboxStore } from '#gateway/sandboxes/sandbox.store.js';
import { SandboxSweeper } from '#gateway/sandboxes/sandbox.sweeper.js';
import { SchedulesModule } from '#gateway/schedules/schedules.module.js';
import { SnapshotSweeper } from '#gateway/snapshots/snapshot.sweeper.js';
import { TransfersModule } from '#gateway/transfers/transfers.module.js';
import { WebhookDeliveryModule } from '#gateway/webhooks/webhook-delivery.module.js';
import type { Settings } from '#platform/config/settings.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';

const STORES = [ClockStore, ExamStore, RequestLogStore, RetentionStore, SandboxStore];
const SWEEPERS = [
  ClockMovesSweeper,
  ClosedAccountsSweeper,
  ExamsSweeper,
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
