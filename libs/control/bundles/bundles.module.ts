import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { WebhookDeliveryModule } from '#engine/webhooks/webhook-delivery.module.js';
import { SnapshotsModule } from '../snapshots/snapshots.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { BundlesController } from './bundles.controller.js';
import { BundlesService } from './bundles.service.js';
import { ReplaysService } from './replays.service.js';

@Module({
  imports: [AuditModule, SnapshotsModule, TimelineModule, LongPollModule, WebhookDeliveryModule],
  controllers: [BundlesController],
  providers: [BundlesService, ReplaysService],
})
export class BundlesModule {}
