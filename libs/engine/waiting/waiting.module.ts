import { Module } from '@nestjs/common';
import { WaitingLists } from './waiting-lists.js';
import { WaitingPlaces } from './waiting-places.js';

const ALL = [WaitingLists, WaitingPlaces];

@Module({ providers: ALL, exports: ALL })
export class WaitingModule {}
