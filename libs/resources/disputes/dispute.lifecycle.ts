import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { Account } from '#engine/accounts/account.js';
import { OptimisticWrite, type Decision } from '#engine/writes/optimistic-write.js';
import { Resources } from '#engine/resources/resources.js';
import type { Dispute } from './rules/dispute.js';
import { DISPUTE } from './dispute.resource.js';
import { disputeUpdate } from './dispute.row.js';
import { disputeView } from './dispute.view.js';

/** The changes to a dispute, decided on its current state. */
export interface DisputeDecision<Answer> extends Pick<Decision<Answer>, 'insert' | 'updates'> {
  readonly patch: Partial<Dispute>;
  readonly emits: EventKey;
  /** The result for the caller, from the changed dispute. */
  readonly answer: (after: Dispute) => Answer;
}

/**
 * Every change of a dispute or of its documents, with its event. A change of a document updates the dispute
 * too, so that none slips in while the dispute is being closed.
 */
@Injectable()
export class DisputeLifecycle {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
  ) {}

  /** Throws `not_found`, and whatever `decide` refuses with. */
  change<Answer>(
    tenant: Tenant,
    id: string,
    decide: (dispute: Dispute, now: Date, account: Account) => DisputeDecision<Answer>,
  ): Promise<Answer> {
    return this.writes.change('dispute', tenant, id, async (now, account) => {
      const before = await this.resources.load(DISPUTE, tenant, id);
      const { patch, emits, answer, updates = [], ...rest } = decide(before, now, account);
      const after: Dispute = { ...before, ...patch, version: before.version + 1 };
      const data = disputeView(after, { ...account, now });
      return {
        ...rest,
        updates: [disputeUpdate(before, after), ...updates],
        events: [{ key: emits, objectId: id, data, webhookEndpoints: after.webhookEndpoints }],
        answer: answer(after),
      };
    });
  }
}
