import { Module } from '@nestjs/common';
import { ActsModule } from '#engine/acts/acts.module.js';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { FaultsController } from './faults.controller.js';
import { FaultsService } from './faults.service.js';

@Module({
  imports: [ActsModule, FaultsModule],
  controllers: [FaultsController],
  providers: [FaultsService],
  exports: [FaultsService],
})
export class FaultsControlModule {}
