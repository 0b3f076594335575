import { Injectable } from '@nestjs/common';
import { Sweeper } from '#platform/jobs/sweeper.js';
import { IdempotencyStore } from './idempotency.store.js';

/** Removes the records of keys whose 24 hours are over. */
@Injectable()
export class IdempotencySweeper extends Sweeper {
  constructor(private readonly store: IdempotencyStore) {
    super();
  }

  async sweep(): Promise<void> {
    await this.store.removeExpired();
  }
}
