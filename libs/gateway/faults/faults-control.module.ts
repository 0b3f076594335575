import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { FaultsController } from './faults.controller.js';
import { FaultsModule } from './faults.module.js';
import { FaultsService } from './faults.service.js';

@Module({
  imports: [ActsModule, FaultsModule],
  controllers: [FaultsController],
  providers: [FaultsService],
  exports: [FaultsService],
})
export class FaultsControlModule {}
