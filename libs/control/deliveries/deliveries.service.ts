import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseDateTime } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory, throwClosedAccount } from '#engine/accounts/account-directory.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { deliveryCountsSql, type DeliveryCounts } from '#engine/webhooks/delivery-counts.queries.js';
import { ManualAttemptStore } from '#engine/webhooks/manual-attempt.store.js';
import { WebhookAttempts } from '#engine/webhooks/webhook-attempts.js';
import { newId } from '#engine/writes/new-id.js';
import { MetadataMask } from '../timeline/metadata-mask.js';
import { withFacts } from './delivery-facts.queries.js';
import type { DeliveryCountsView } from './delivery-counts.view.js';
import { endpointFailuresSql, type EndpointFailures } from './failing-endpoint.queries.js';
import { failingEndpointListView, type FailingEndpointListView } from './failing-endpoint.view.js';
import type { DeliverEventDto, RedeliverDto, RedeliverManyDto } from './delivery.dto.js';
import {
  attemptView,
  deliverySummaryView,
  WITH_EVENT,
  type AttemptView,
  type DeliveryDetailView,
  type RedeliveredView,
  type RedeliveryView,
} from './delivery.view.js';

/** The most deliveries that one request resends, and how many at once. */
const MAX_REDELIVERED = 1_000;
const CONCURRENCY = 8;

/** Finds, counts and resends deliveries. An extra attempt belongs to the epoch of its request. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly accounts: SandboxAccounts,
    private readonly directory: AccountDirectory,
    private readonly database: Database,
    private readonly store: ManualAttemptStore,
    private readonly attempts: WebhookAttempts,
    private readonly audit: Audit,
    private readonly masks: MetadataMask,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. */
  async find(name: string, id: string): Promise<DeliveryDetailView> {
    const { id: accountId } = await this.accounts.get(name);
    const include = { ...WITH_EVENT, attempts: { orderBy: { number: 'asc' } } } as const;
    const delivery = await this.database.webhookDelivery.findFirst({ where: { id, accountId }, include });
    if (!delivery) return failNotFound('delivery', id);
    const mask = await this.masks.of(accountId);
    const [shown] = await withFacts(this.database, accountId, [deliverySummaryView(delivery)], mask);
    if (!shown) throw new Error('A delivery has no facts');
    return { ...shown, attempts: delivery.attempts.map((attempt) => attemptView(attempt, delivery.uri)) };
  }

  /** Throws `not_found`. */
  async counts(name: string, livemode: boolean | undefined): Promise<DeliveryCountsView> {
    const { id } = await this.accounts.get(name);
    const [counts] = await this.database.query<DeliveryCounts>(deliveryCountsSql(id, livemode));
    if (!counts) throw new Error('Counting deliveries returned no row');
    return { object: 'delivery_counts', ...counts };
  }

  /** Throws `not_found`. */
  async failing(name: string, livemode: boolean | undefined): Promise<FailingEndpointListView> {
    const { id } = await this.accounts.get(name);
    const failures = await this.database.query<EndpointFailures>(endpointFailuresSql(id, livemode));
    return failingEndpointListView(failures);
  }

  /**
   * Makes one attempt now, in every status of the delivery. Throws `not_found`, and `service_unavailable`
   * when the sandbox is reset during the attempt.
   */
  async redeliver(name: string, id: string, { to }: RedeliverDto): Promise<AttemptView> {
    const account = await this.accounts.get(name);
    const delivery = await this.database.webhookDelivery.findFirst({
      where: { id, accountId: account.id },
      select: { livemode: true },
    });
    if (!delivery) return failNotFound('delivery', id);
    await this.audit.record(account, { action: 'redeliver', objectId: id, livemode: delivery.livemode });
    return this.attempt(account, id, to ?? null);
  }

  /** Adds a delivery of an event, and makes one attempt, without retries. Throws as {@link redeliver}. */
  async deliver(name: string, eventId: string, { to }: DeliverEventDto): Promise<AttemptView> {
    const account = await this.accounts.get(name);
    const event = await this.database.event.findFirst({
      where: { id: eventId, accountId: account.id },
      select: { livemode: true },
    });
    if (!event) return failNotFound('event', eventId);
    const { livemode } = event;
    const id = newId('webhook_delivery', livemode);
    const delivery = { id, eventId, uri: to, createdAt: this.clock.now(account) };
    if (!(await this.store.add(delivery, account.id))) return throwClosedAccount();
    await this.audit.record(account, { action: 'deliver', objectId: eventId, livemode });
    return this.attempt(account, id, null);
  }

  /**
   * Resends the matching deliveries, oldest first, once each. Stops when `signal` is aborted. Throws as
   * {@link redeliver}.
   */
  async redeliverMany(name: string, body: RedeliverManyDto, signal: AbortSignal): Promise<RedeliveryView> {
    const account = await this.accounts.get(name);
    const where = whereOf(account, body);
    const [count, meant] = await Promise.all([
      this.database.webhookDelivery.count({ where }),
      this.database.webhookDelivery.findMany({
        where,
        include: WITH_EVENT,
        orderBy: { id: 'asc' },
        take: MAX_REDELIVERED,
      }),
    ]);
    const isDryRun = body.dry_run === true;
    if (!isDryRun) await this.audit.record(account, { action: 'redeliver' });
    const attempts = isDryRun ? [] : await this.attemptAll(account, meant, signal);
    const data = meant.map((delivery, index): RedeliveredView => ({
      delivery: deliverySummaryView(delivery),
      attempt: attempts[index] ?? null,
    }));
    const made = attempts.filter((attempt) => attempt !== undefined);
    const delivered = made.filter(({ error }) => error === null).length;
    return {
      object: 'redelivery',
      dry_run: isDryRun,
      count,
      delivered,
      failed: made.length - delivered,
      left: count - (isDryRun ? meant.length : made.length),
      data,
    };
  }

  /** Starts attempts in order, up to {@link CONCURRENCY} at once. */
  private async attemptAll(
    account: Account,
    deliveries: readonly { readonly id: string }[],
    signal: AbortSignal,
  ): Promise<AttemptView[]> {
    const waiting = [...deliveries.entries()];
    const made: AttemptView[] = [];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        const [index, { id }] = next;
        made[index] = await this.attempt(account, id, null);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return made;
  }

  private async attempt(account: Account, id: string, to: string | null): Promise<AttemptView> {
    const claimed = (await this.store.begin(id, account.id, to)) ?? throwClosedAccount();
    await this.attempts.make(claimed);
    // Throws if the sandbox has been reset.
    await this.directory.get(account.id);
    const attempt = await this.database.webhookAttempt.findFirst({
      where: { deliveryId: id, number: claimed.attempt },
      include: { delivery: true },
    });
    return attempt ? attemptView(attempt, attempt.delivery.uri) : throwClosedAccount();
  }
}

function whereOf(
  { id: accountId }: Account,
  { ids, status, key, since, livemode }: RedeliverManyDto,
): Prisma.WebhookDeliveryWhereInput {
  return {
    accountId,
    ...(ids !== undefined && { id: { in: ids } }),
    ...(livemode !== undefined && { livemode }),
    ...(status === 'retrying' && { status: 'pending', attempts: { some: { trigger: 'schedule' } } }),
    ...(status !== undefined && status !== 'retrying' && { status }),
    ...(key !== undefined && { event: { key } }),
    ...(since !== undefined && { createdAt: { gte: parseDateTime(since) as Date } }),
  };
}
