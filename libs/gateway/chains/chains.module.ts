import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ChainsController } from './chains.controller.js';
import { ChainsService } from './chains.service.js';

@Module({ imports: [AccountDirectoryModule, ChangesModule], controllers: [ChainsController], providers: [ChainsService] })
export class ChainsModule {}
