import { Module } from '@nestjs/common';
import { PolledLists } from './polled-lists.js';
import { PollPlaces } from './poll-places.js';

const ALL = [PolledLists, PollPlaces];

@Module({ providers: ALL, exports: ALL })
export class LongPollModule {}
