import { Module } from '@nestjs/common';
import { IdempotencyStore } from './idempotency.store.js';
import { IdempotencySweeper } from './idempotency.sweeper.js';

@Module({ providers: [IdempotencyStore, IdempotencySweeper] })
export class IdempotencySweeperModule {}
