import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { CapabilityController } from './capability.controller.js';

@Module({ imports: [AccountDirectoryModule], controllers: [CapabilityController] })
export class CapabilityModule {}
