import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { SnapshotStore } from './snapshot.store.js';
import { SnapshotsController } from './snapshots.controller.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({
  imports: [AccountDirectoryModule, ActsModule],
  controllers: [SnapshotsController],
  providers: [SnapshotsService, SnapshotStore],
})
export class SnapshotsModule {}
