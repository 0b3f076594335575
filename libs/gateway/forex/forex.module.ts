import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ForexController } from './forex.controller.js';

@Module({ imports: [AccountDirectoryModule], controllers: [ForexController] })
export class ForexModule {}
