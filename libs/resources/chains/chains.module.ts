import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { ChainsController } from './chains.controller.js';
import { ChainsService } from './chains.service.js';

const ALL = [ChainsService];

@Module({ imports: [WritesModule], providers: ALL, exports: ALL })
export class ChainsModule {}

@Module({ imports: [ChainsModule], controllers: [ChainsController] })
export class ChainsHttpModule {}
