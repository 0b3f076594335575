import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ActsModule } from '../acts/acts.module.js';
import { RecipientReaderModule } from '../recipients/recipient-reader.module.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { SnapshotDiff } from './snapshot-diff.js';
import { SnapshotExport } from './snapshot-export.js';
import { ImportController } from './import.controller.js';
import { SnapshotImportModule } from './snapshot-import.module.js';
import { SnapshotsController } from './snapshots.controller.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({
  imports: [AccountDirectoryModule, WaitingModule, ActsModule, RecipientReaderModule, SnapshotImportModule],
  controllers: [SnapshotsController, ImportController],
  providers: [SnapshotsService, SnapshotExport, SnapshotDiff],
})
export class SnapshotsModule {}
