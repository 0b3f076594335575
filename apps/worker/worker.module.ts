import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ChargeExpiryModule } from '#gateway/charges/charge-expiry.module.js';
import { ClockSweeperModule } from '#gateway/clock/clock-sweeper.module.js';
import { FaultsSweeperModule } from '#gateway/faults/faults-sweeper.module.js';
import { IdempotencySweeperModule } from '#gateway/idempotency/idempotency-sweeper.module.js';
import { RequestLogSweeperModule } from '#gateway/request-log/request-log-sweeper.module.js';
import { RetentionSweeperModule } from '#gateway/retention/retention-sweeper.module.js';
import { TransferProgressModule } from '#gateway/transfers/transfer-progress.module.js';
import { ScheduleOccurrencesModule } from '#gateway/schedules/schedule-occurrences.module.js';
import { WebhookDeliveryModule } from '#gateway/webhooks/webhook-delivery.module.js';
import { SandboxSweeperModule } from '#gateway/sandboxes/sandbox-sweeper.module.js';
import { SnapshotSweeperModule } from '#gateway/snapshots/snapshot-sweeper.module.js';
import type { Settings } from '#platform/config/settings.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import type { Exposition } from '#platform/metrics/exposition.js';
import { PlatformModule } from '#platform/platform.module.js';

/** What happens later: charges that expire, webhooks that are delivered, records that are removed. */
@Module({})
export class WorkerModule {
  static forRoot(settings: Settings, exposition: Exposition): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(settings, 'worker', exposition),
        DiscoveryModule,
        ChargeExpiryModule,
        TransferProgressModule,
        ScheduleOccurrencesModule,
        WebhookDeliveryModule,
        IdempotencySweeperModule,
        SandboxSweeperModule,
        SnapshotSweeperModule,
        ClockSweeperModule,
        RequestLogSweeperModule,
        FaultsSweeperModule,
        RetentionSweeperModule,
      ],
      providers: [JobRunner],
    };
  }
}
