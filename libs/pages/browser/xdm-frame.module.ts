import { Module } from '@nestjs/common';
import { ProviderController } from './xdm-frame.controller.js';

@Module({ controllers: [ProviderController] })
export class ProviderHttpModule {}
