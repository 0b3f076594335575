import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { parseWait } from '#engine/long-poll/rules/long-poll.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import type { DueItem } from '#engine/due-work/due-work.js';
import { DueItems } from '../clock/due-items.js';
import type { IdleView } from './idle.view.js';

/** The most items that are counted. */
const LIMIT = 100;

/** Checks if a sandbox is idle: nothing is due or in progress. For tests that expect no effect. */
@Injectable()
export class IdleService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly directory: AccountDirectory,
    private readonly watch: AccountWatch,
    private readonly dueItems: DueItems,
    private readonly clock: Clock,
  ) {}

  /** Returns as soon as the sandbox is idle, or after `wait`. Throws `bad_request` and `not_found`. */
  async find(name: string, wait: unknown, signal: AbortSignal): Promise<IdleView> {
    const waitMs = parseWait(wait);
    const account = await this.accounts.get(name);
    let view = await this.look(account);
    if (view.idle || waitMs === 0) return view;
    const look = async (): Promise<true | undefined> => {
      view = await this.look(account);
      return view.idle ? true : undefined;
    };
    await this.watch.until(account.id, look, waitMs, signal);
    return view;
  }

  /** Throws `service_unavailable` when the account is closed. */
  private async look({ id }: Account): Promise<IdleView> {
    const account = await this.directory.get(id);
    const [items, held] = await Promise.all([
      this.dueItems.next(id, LIMIT),
      this.database.webhookDelivery.count({ where: { accountId: id, status: 'held' } }),
    ]);
    const now = this.clock.now(account);
    const underWay = items.filter(({ isUnderWay }) => isUnderWay);
    const due = items.filter(({ at, isUnderWay }) => !isUnderWay && at <= now);
    const next = items.find(({ at, isUnderWay }) => !isUnderWay && at > now);
    const reasons = [
      ...(account.clockMoveId === null ? [] : ['the clock is being moved']),
      ...due.slice(0, 1).map((item) => `${nameOf(item)} has been due since ${item.at.toISOString()}`),
      ...underWay.slice(0, 1).map((item) => `${nameOf(item)} is in progress`),
    ];
    return {
      object: 'idle',
      idle: reasons.length === 0,
      due: due.length,
      under_way: underWay.length,
      held,
      next: next ? { at: next.at.toISOString(), kind: next.kind, object_id: next.objectId } : null,
      reason: reasons.length === 0 ? null : reasons.join('; '),
    };
  }
}

function nameOf({ kind, objectId }: DueItem): string {
  return `${kind} of ${objectId}`;
}
