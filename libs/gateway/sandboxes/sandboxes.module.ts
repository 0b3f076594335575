import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { SnapshotImportModule } from '../snapshots/snapshot-import.module.js';
import { SandboxStatusService } from './sandbox-status.service.js';
import { SandboxStore } from './sandbox.store.js';
import { SandboxesController } from './sandboxes.controller.js';
import { SandboxesService } from './sandboxes.service.js';

@Module({
  imports: [AccountDirectoryModule, SnapshotImportModule],
  controllers: [SandboxesController],
  providers: [SandboxStore, SandboxesService, SandboxStatusService],
})
export class SandboxesModule {}
