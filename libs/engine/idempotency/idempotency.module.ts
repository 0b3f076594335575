import { Module } from '@nestjs/common';
import { IdempotencyStore } from './idempotency.store.js';

const ALL = [IdempotencyStore];

@Module({ providers: ALL, exports: ALL })
export class IdempotencyModule {}
