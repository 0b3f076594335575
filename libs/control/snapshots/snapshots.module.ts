import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { RecipientsModule } from '#resources/recipients/recipients.module.js';
import { MetadataMaskModule } from '../timeline/metadata-mask.module.js';
import { SnapshotDiff } from './snapshot-diff.js';
import { SnapshotExport } from './snapshot-export.js';
import { ImportController } from './import.controller.js';
import { SnapshotImport } from './snapshot-import.js';
import { SnapshotsController } from './snapshots.controller.js';
import { SnapshotStore } from './snapshot.store.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({
  imports: [LongPollModule, AuditModule, MetadataMaskModule, RecipientsModule],
  controllers: [SnapshotsController, ImportController],
  providers: [SnapshotDiff, SnapshotExport, SnapshotImport, SnapshotStore, SnapshotsService],
  exports: [SnapshotImport, SnapshotStore],
})
export class SnapshotsModule {}
