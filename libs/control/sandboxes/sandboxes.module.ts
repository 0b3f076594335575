import { Module } from '@nestjs/common';
import { SnapshotsModule } from '../snapshots/snapshots.module.js';
import { SandboxStatusService } from './sandbox-status.service.js';
import { SandboxStore } from './sandbox.store.js';
import { SandboxesController } from './sandboxes.controller.js';
import { SandboxesService } from './sandboxes.service.js';
import { SeedsStore } from './seeds.store.js';

@Module({
  imports: [SnapshotsModule],
  controllers: [SandboxesController],
  providers: [SandboxStore, SandboxesService, SeedsStore, SandboxStatusService],
})
export class SandboxesModule {}
