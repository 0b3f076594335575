import { Module } from '@nestjs/common';
import { SnapshotSweeper } from './snapshot.sweeper.js';

@Module({ providers: [SnapshotSweeper] })
export class SnapshotSweeperModule {}
