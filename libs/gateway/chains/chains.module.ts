import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChainsController } from './chains.controller.js';

@Module({ imports: [AccountDirectoryModule], controllers: [ChainsController] })
export class ChainsModule {}
