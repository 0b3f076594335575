import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '#kernel/time.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { notedEvents } from '#platform/logging/request-context.js';
import type { Account } from '../accounts/account.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { matches } from './rules/fault-match.js';
import { FaultDelays, skipIfFull } from './fault-delays.js';
import { endingOfRequest } from './fault-header.js';
import { FaultInjector } from './fault-injector.js';
import { WebhookCalls } from './webhook-calls.js';

/** The longest that an answer waits for its webhooks. */
const MAX_WAIT_MS = MINUTE_MS;

interface CausedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly body: string;
}

/**
 * Delays an answer until the webhooks of its request were sent, for faults with the effect `before_answer`.
 */
@Injectable()
export class WebhooksBeforeAnswer {
  constructor(
    private readonly faults: FaultInjector,
    private readonly delays: FaultDelays,
    private readonly database: Database,
    private readonly watch: AccountWatch,
    private readonly calls: WebhookCalls,
  ) {}

  /**
   * Waits for the webhooks of the request that the caller works for. The wait ends with the connection. When
   * too many wait already, it is skipped: the work is done.
   */
  async wait(account: Account): Promise<void> {
    const rules = account.faults.filter(
      ({ subject, effect }) => subject === 'webhook' && effect.kind === 'before_answer',
    );
    if (rules.length === 0) return;
    const deliveries = await this.causedDeliveries(account);
    const hit: string[] = [];
    for (const { id, eventId, body } of deliveries) {
      const { call, livemode } = await this.calls.of(account, eventId, body);
      const rule = rules.find(({ match }) => matches(match, call));
      if (rule && (await this.faults.fire(account, rule, { livemode, objectId: id, deliveryId: id })))
        hit.push(id);
    }
    if (hit.length === 0) return;
    const sent = this.delays.within(account, () =>
      this.watch.until(account.id, () => this.wereSent(hit), MAX_WAIT_MS, endingOfRequest()),
    );
    await sent.catch(skipIfFull);
  }

  private causedDeliveries({ id }: Account): Promise<CausedDelivery[]> {
    return this.database.$queryRaw(Prisma.sql`
      SELECT delivery.id, event.id AS "eventId", event.body FROM event JOIN webhook_delivery delivery ON delivery.event_id = event.id
      WHERE event.account_id = ${id} AND event.id = ANY(${notedEvents()}::text[]) AND status <> 'held' ORDER BY delivery.id`);
  }

  /** True once the first attempt of each delivery has ended, or the delivery is held. */
  private async wereSent(ids: readonly string[]): Promise<true | undefined> {
    const [{ count } = { count: 0 }] = await this.database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM webhook_delivery WHERE id = ANY(${ids}::text[])
        AND status = 'pending' AND attempt_count - (claimed_until IS NOT NULL)::int = 0`;
    return count === 0 ? true : undefined;
  }
}
