import { Module } from '@nestjs/common';
import { FaultsModule } from './faults.module.js';
import { FaultsSweeper } from './faults.sweeper.js';

@Module({ imports: [FaultsModule], providers: [FaultsSweeper] })
export class FaultsSweeperModule {}
