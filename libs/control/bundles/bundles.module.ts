import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { WebhookDeliveryModule } from '#engine/webhooks/webhook-delivery.module.js';
import { ShopsModule } from '../shops/shops.module.js';
import { SoakFindings } from '../soaks/soak-findings.js';
import { SnapshotsModule } from '../snapshots/snapshots.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { BundlesController } from './bundles.controller.js';
import { BundlesService } from './bundles.service.js';
import { ReplaysService } from './replays.service.js';

@Module({
  imports: [AuditModule, ShopsModule, SnapshotsModule, TimelineModule, LongPollModule, WebhookDeliveryModule],
  controllers: [BundlesController],
  providers: [BundlesService, ReplaysService, SoakFindings],
})
export class BundlesModule {}
