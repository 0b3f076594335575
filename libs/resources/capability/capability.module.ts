import { Module } from '@nestjs/common';
import { CapabilityController } from './capability.controller.js';

@Module({ controllers: [CapabilityController] })
export class CapabilityHttpModule {}
