import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { Sweeper } from '#platform/jobs/sweeper.js';
import { NOTE_DELAY_MS } from '../accounts/account-uses.js';
import { SandboxStore } from './sandbox.store.js';
import { namesOf } from './sandboxes.service.js';

/** A use may not have been written yet, and two machines' clocks may differ. */
const GRACE_MS = NOTE_DELAY_MS + 2_000;

/** Removes sandboxes that nobody has used for as long as they were to live. */
@Injectable()
export class SandboxSweeper extends Sweeper {
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
    // Nobody waits for them to be gone: they go when every process has heard of it, or a second later.
    for (const one of closed) void this.invalidations.announce(namesOf(one));
    return closed.length;
  }
}
