import { Injectable } from '@nestjs/common';
import { Invalidations } from '#platform/database/invalidations.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { ClockStore } from './clock.store.js';

/** Ends moves whose process has died. The clock stays at the instant that it reached. */
@Injectable()
export class ClockMovesSweeper extends BackgroundWork {
  readonly name = 'clock-moves';

  constructor(
    private readonly store: ClockStore,
    private readonly invalidations: Invalidations,
  ) {
    super();
  }

  async sweep(): Promise<number> {
    const accountIds = await this.store.interruptAbandoned();
    if (accountIds.length > 0) await this.invalidations.announce(accountIds);
    return accountIds.length;
  }
}
