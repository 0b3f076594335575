import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { newSuffix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { brokenUniqueConstraint } from '#platform/database/database-errors.js';
import type { Fault, Prisma } from '#platform/database/generated/client.js';
import type { FaultTerms } from '#engine/faults/rules/fault.js';
import type { Account } from '#engine/accounts/account.js';
import { throwClosedAccount } from '#engine/accounts/account-directory.js';
import { isActive } from '#engine/faults/fault.store.js';
import { MAX_FAULTS } from './rules/fault-terms.js';
import { statusOf } from './fault.view.js';

/** The rows of faults that testers set, list and remove. */
@Injectable()
export class FaultsControlStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a fault. It replaces an ended fault of the same name. `undefined`: the name is taken by an active
   * one. Throws `service_unavailable` when the account is closed, and `bad_request` when it has the maximum
   * number of faults.
   */
  async add(account: Account, name: string, terms: FaultTerms): Promise<Fault | undefined> {
    const { id: accountId } = account;
    const {
      subject,
      side,
      match,
      skip,
      times,
      probability,
      seed = newSuffix(),
      mustFire,
      effect,
      ttlMs,
    } = terms;
    const now = this.clock.machineNow();
    const add = async (): Promise<Fault> => {
      // Locks the account: of faults that are set at once, each counts those before it.
      const { count } = await this.database.account.updateMany({
        where: { id: accountId, closedAt: null },
        data: { hasFaults: true },
      });
      if (count === 0) throwClosedAccount();
      await this.assertRoom(accountId);
      await this.database.$executeRaw`
        DELETE FROM fault WHERE account_id = ${accountId} AND name = ${name}
          AND NOT ${isActive(now)}`;
      return this.database.fault.create({
        data: {
          id: `flt_${newSuffix()}`,
          accountId,
          name,
          subject,
          side,
          skip,
          times,
          probability,
          seed,
          mustFire,
          match: match as Prisma.InputJsonObject,
          effect: effect,
          createdAt: this.clock.now(account),
          machineAt: now,
          expiresAt: new Date(now.getTime() + ttlMs),
        },
      });
    };
    return this.database.atomically(add).catch((error: unknown) => {
      if (brokenUniqueConstraint(error)) return undefined;
      throw error;
    });
  }

  /** Throws `bad_request` when the account has the maximum number of active faults. */
  async assertRoom(accountId: string): Promise<void> {
    const now = this.clock.machineNow();
    const active = (await this.list(accountId)).filter((one) => statusOf(one, now) === 'active');
    if (active.length >= MAX_FAULTS)
      fail(
        'bad_request',
        `a sandbox can have at most ${MAX_FAULTS} active faults; remove some with DELETE first`,
      );
  }

  /** Removes ended faults, but for the latest `kept`. */
  async prune(accountId: string, kept: number): Promise<void> {
    await this.database.$executeRaw`
      DELETE FROM fault WHERE id IN (
        SELECT id FROM fault WHERE account_id = ${accountId}
          AND NOT ${isActive(this.clock.machineNow())}
        ORDER BY id DESC OFFSET ${kept})`;
  }

  /** All faults, active and ended, in the order in which they were set. */
  list(accountId: string): Promise<Fault[]> {
    return this.database.fault.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  }

  /** Removes the fault of this name, or all. Answers how many it removed. */
  async remove(accountId: string, name?: string): Promise<number> {
    const { count } = await this.database.fault.deleteMany({
      where: { accountId, ...(name !== undefined && { name }) },
    });
    return count;
  }
}
