import { Inject, Injectable } from '@nestjs/common';
import type { Dispute } from '#domain/disputes/dispute.js';
import type { EventKey } from '#domain/events/event-keys.js';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Turns } from '#platform/contention/turns.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes, type Change } from '../events/changes.js';
import { DisputeReader } from './dispute.reader.js';
import { toMovedDisputeRow } from './dispute.row.js';
import { disputeView } from './dispute.view.js';

/** What a caller wants done to a dispute, decided on its present state. */
export interface DisputeDecision extends Pick<Change, 'insert' | 'moves'> {
  readonly patch: Partial<Dispute>;
  readonly emits: EventKey;
}

/**
 * Every change of a dispute or of its documents: read, decide, and write only if the dispute is still what was read, together with
 * its event. A change of a document moves the dispute too, so none slips in while the dispute is being closed.
 */
@Injectable()
export class DisputeLifecycle {
  private readonly turns: Turns;

  constructor(
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly reader: DisputeReader,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.turns = new Turns('dispute', metrics);
  }

  /** Answers with the dispute afterwards. Throws `not_found`, and whatever `decide` refuses with. */
  async change(tenant: Tenant, id: string, decide: (dispute: Dispute, now: Date) => DisputeDecision): Promise<Dispute> {
    const { accountId, livemode } = tenant;
    const account = await this.directory.get(accountId);
    return this.turns.take(id, async () => {
      const before = await this.reader.load(tenant, id);
      const now = this.clock.now(account);
      const { patch, emits, insert, moves = [] } = decide(before, now);
      const after: Dispute = { ...before, ...patch, version: before.version + 1 };
      const { webhookEndpoints } = after;
      const data = disputeView(after, { baseUrl: this.settings.baseUrl, now });
      const isWritten = await this.changes.commit({
        account,
        livemode,
        now,
        moves: [{ table: 'dispute', id, version: before.version, set: toMovedDisputeRow(after) }, ...moves],
        ...(insert ? { insert } : {}),
        events: [{ key: emits, objectId: id, data, webhookEndpoints }],
      });
      return isWritten ? after : undefined;
    });
  }
}
