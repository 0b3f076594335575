import { Module } from '@nestjs/common';
import { GuidesController } from './guides.controller.js';

@Module({ controllers: [GuidesController] })
export class GuidesModule {}
