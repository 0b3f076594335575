import { Module } from '@nestjs/common';
import { SnapshotImport } from './snapshot-import.js';
import { SnapshotStore } from './snapshot.store.js';

const ALL = [SnapshotStore, SnapshotImport];

@Module({ providers: ALL, exports: ALL })
export class SnapshotImportModule {}
