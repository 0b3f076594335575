import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { NOTE_DELAY_MS } from '#engine/accounts/account-uses.js';
import { SandboxStore } from './sandbox.store.js';
import { cachedNamesOf } from './epoch-statement.js';

/** A use is written with a delay, and the clocks of two machines may differ. */
const GRACE_MS = NOTE_DELAY_MS + 2_000;

/** Removes sandboxes that were not used for their TTL. */
@Injectable()
export class SandboxSweeper extends BackgroundWork {
  readonly name = 'sandboxes';

  constructor(
    private readonly store: SandboxStore,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
  ) {
    super();
  }

  async sweep(): Promise<number> {
    const now = this.clock.machineNow();
    const closed = await this.store.removeExpired(new Date(now.getTime() - GRACE_MS), now);
    // Not awaited: other processes drop them when they receive this, or a second later.
    for (const one of closed) void this.invalidations.announce(cachedNamesOf(one));
    return closed.length;
  }
}
