import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LinkedAccount, RegistrationFailureCode } from '#domain/linked-accounts/linked-account.js';
import { refuse, register } from '#domain/linked-accounts/linked-account.machine.js';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Turns } from '#platform/contention/turns.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes } from '../events/changes.js';
import { LinkedAccountReader } from './linked-account.reader.js';
import { moveOfLinkedAccount, toLinkedAccountRow } from './linked-account.row.js';

/** How much of an account's number its bank tells. */
const LAST_DIGITS = 4;

/**
 * How linked accounts come to be and are registered: read, decide (pure), and write only if the account is still what was read. Nobody
 * is told by an event (docs/fidelity.md V9).
 */
@Injectable()
export class LinkedAccountLifecycle {
  private readonly turns: Turns;

  constructor(
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly reader: LinkedAccountReader,
    metrics: Metrics,
  ) {
    this.turns = new Turns('linked_account', metrics);
  }

  /** Writes the account that `make` answers. */
  async create({ accountId, livemode }: Tenant, make: (now: Date) => LinkedAccount): Promise<LinkedAccount> {
    const account = await this.directory.get(accountId);
    const now = this.clock.now(account);
    const made = make(now);
    await this.changes.commit({ account, livemode, now, insert: { linked_account: [toLinkedAccountRow(made)] } });
    return made;
  }

  /** The owner agrees. There is no bank to say which account it is, so the digits are random. */
  register(tenant: Tenant, id: string): Promise<LinkedAccount> {
    const lastDigits = String(randomInt(10 ** LAST_DIGITS)).padStart(LAST_DIGITS, '0');
    return this.change(tenant, id, (before, now) => register(before, lastDigits, now));
  }

  refuse(tenant: Tenant, id: string, failureCode: RegistrationFailureCode): Promise<LinkedAccount> {
    return this.change(tenant, id, (before, now) => refuse(before, failureCode, now));
  }

  /** Answers with the account afterwards. Throws `not_found`, and whatever `decide` refuses with. */
  private async change(tenant: Tenant, id: string, decide: (before: LinkedAccount, now: Date) => LinkedAccount): Promise<LinkedAccount> {
    const account = await this.directory.get(tenant.accountId);
    return this.turns.take(id, async () => {
      const before = await this.reader.load(tenant, id);
      const now = this.clock.now(account);
      const after = decide(before, now);
      const isWritten = await this.changes.commit({
        account,
        livemode: tenant.livemode,
        now,
        moves: [moveOfLinkedAccount(before, after)],
      });
      return isWritten ? after : undefined;
    });
  }
}
