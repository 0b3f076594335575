import { Injectable } from '@nestjs/common';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { IdempotencyStore } from './idempotency.store.js';

/** Removes the records of keys after 24 hours. */
@Injectable()
export class IdempotencySweeper extends BackgroundWork {
  readonly name = 'idempotency-keys';

  constructor(private readonly store: IdempotencyStore) {
    super();
  }

  sweep(): Promise<number> {
    return this.store.removeExpired();
  }
}
