import { Module } from '@nestjs/common';
import { WaitingLists } from './polled-lists.js';
import { WaitingPlaces } from './poll-places.js';

const ALL = [WaitingLists, WaitingPlaces];

@Module({ providers: ALL, exports: ALL })
export class WaitingModule {}
