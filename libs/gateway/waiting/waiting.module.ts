import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { WaitingLists } from './waiting-lists.js';
import { WaitingPlaces } from './waiting-places.js';

const ALL = [WaitingLists, WaitingPlaces];

@Module({ imports: [AccountDirectoryModule], providers: ALL, exports: ALL })
export class WaitingModule {}
