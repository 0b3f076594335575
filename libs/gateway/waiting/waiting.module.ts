import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { WaitingLists } from './waiting-lists.js';

@Module({ imports: [AccountDirectoryModule], providers: [WaitingLists], exports: [WaitingLists] })
export class WaitingModule {}
