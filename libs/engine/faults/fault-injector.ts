import { Injectable } from '@nestjs/common';
import { Invalidations } from '#platform/database/invalidations.js';
import type { Account } from '../accounts/account.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { matches, type Call } from './rules/fault-match.js';
import type { FaultRule, FaultSubject } from './rules/fault.js';
import { FaultStore, type CountedCall, type MatchedCall } from './fault.store.js';
import { addFiredFault } from './fault-header.js';

/**
 * Finds the faults that match a call, and decides whether they hit it. The faults come with the account, so
 * one without faults costs nothing.
 */
@Injectable()
export class FaultInjector {
  constructor(
    private readonly store: FaultStore,
    private readonly watch: AccountWatch,
    private readonly invalidations: Invalidations,
  ) {}

  /** The faults on `subject` that match the call, in the order in which they were set. */
  matching(account: Account, subject: FaultSubject, call: Call): FaultRule[] {
    return account.faults.filter((rule) => rule.subject === subject && matches(rule.match, call));
  }

  /** Counts a call that matches the fault. `undefined` when it is not hit. */
  async fire(account: Account, rule: FaultRule, call: MatchedCall): Promise<CountedCall | undefined> {
    const counted = await this.store.count(account, rule, call);
    // Not awaited: a process that still has the fault in its cache finds out from the row that it has ended.
    if (counted?.isLast) void this.invalidations.announce([account.id]);
    if (!counted?.isHit) return undefined;
    addFiredFault(rule.name);
    this.watch.written(account);
    return counted;
  }
}
