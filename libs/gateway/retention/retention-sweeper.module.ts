import { Module } from '@nestjs/common';
import { RetentionStore } from './retention.store.js';
import { RetentionSweeper } from './retention.sweeper.js';

@Module({ providers: [RetentionStore, RetentionSweeper] })
export class RetentionSweeperModule {}
