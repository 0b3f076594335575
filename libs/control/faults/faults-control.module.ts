import { Module } from '@nestjs/common';
import { AuditModule } from '#engine/audit/audit.module.js';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { FaultsControlStore } from './faults-control.store.js';
import { FaultsController } from './faults.controller.js';
import { FaultsService } from './faults.service.js';

@Module({
  imports: [AuditModule, FaultsModule],
  controllers: [FaultsController],
  providers: [FaultsControlStore, FaultsService],
  exports: [FaultsService],
})
export class FaultsControlModule {}
