import { Module } from '@nestjs/common';
import { ActsModule } from '#engine/audit/audit.module.js';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { FaultsControlStore } from './faults-control.store.js';
import { FaultsController } from './faults.controller.js';
import { FaultsService } from './faults.service.js';

@Module({
  imports: [ActsModule, FaultsModule],
  controllers: [FaultsController],
  providers: [FaultsControlStore, FaultsService],
  exports: [FaultsService],
})
export class FaultsControlModule {}
