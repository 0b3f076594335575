import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { SnapshotDiff } from './snapshot-diff.js';
import { SnapshotExport } from './snapshot-export.js';
import { SnapshotStore } from './snapshot.store.js';
import { SnapshotsController } from './snapshots.controller.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({
  imports: [AccountDirectoryModule, ActsModule],
  controllers: [SnapshotsController],
  providers: [SnapshotsService, SnapshotStore, SnapshotExport, SnapshotDiff],
})
export class SnapshotsModule {}
