import { Injectable } from '@nestjs/common';
import { matches, type Call } from '#domain/faults/fault-match.js';
import type { FaultRule, FaultSubject } from '#domain/faults/fault.js';
import { Invalidations } from '#platform/database/invalidations.js';
import type { Account } from '../accounts/account.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { FaultStore, type Counted, type MatchedCall } from './fault.store.js';
import { noteFired } from './fired-faults.js';

/** Which faults a call matches, and whether it is hit. An account without faults costs nothing. */
@Injectable()
export class Faults {
  constructor(
    private readonly store: FaultStore,
    private readonly watch: AccountWatch,
    private readonly invalidations: Invalidations,
  ) {}

  /** Those on `subject` that the call matches, in the order in which they were set. */
  matching(account: Account, subject: FaultSubject, call: Call): FaultRule[] {
    return account.faults.filter((rule) => rule.subject === subject && matches(rule.match, call));
  }

  /** Counts a call that the fault matches. `undefined` when it is not hit. */
  async fire(account: Account, rule: FaultRule, call: MatchedCall): Promise<Counted | undefined> {
    const counted = await this.store.count(account, rule, call);
    // Nobody waits for it: whoever remembers the fault finds that it is over.
    if (counted?.isLast) void this.invalidations.announce([account.id]);
    if (!counted?.isHit) return undefined;
    noteFired(rule.name);
    this.watch.written(account);
    return counted;
  }
}
