import { Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#kernel/errors.js';
import { Database } from '#platform/database/database.js';
import { JobProducer } from '#platform/jobs/job-producer.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory, throwClosedAccount } from '#engine/accounts/account-directory.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { deliveryJob } from '#engine/webhooks/delivery-job.js';
import { HeldDeliveriesStore, type Hold } from '#engine/webhooks/held-deliveries.store.js';
import { WebhookAttempts } from '#engine/webhooks/webhook-attempts.js';
import type { ReleaseWebhooksDto } from './delivery.dto.js';
import { attemptView, type AttemptView, type HoldView, type ReleaseView } from './delivery.view.js';

/** The most attempts that a response lists. */
const MAX_LISTED = 1_000;

interface AttemptKey {
  readonly deliveryId: string;
  readonly number: number;
}

/** The attempts of a release, for its response. */
class ReleasedAttempts {
  readonly data: AttemptView[] = [];
  delivered = 0;
  failed = 0;

  add(attempt: AttemptView | undefined): void {
    if (!attempt) return;
    if (attempt.error === null) this.delivered += 1;
    else this.failed += 1;
    if (this.data.length < MAX_LISTED) this.data.push(attempt);
  }
}

/** Holds the webhooks of a sandbox, and releases them in a chosen order. */
@Injectable()
export class HeldWebhooksService {
  /** The accounts whose webhooks this process is releasing. */
  private readonly releasing = new Set<string>();

  constructor(
    private readonly accounts: SandboxAccounts,
    private readonly directory: AccountDirectory,
    private readonly database: Database,
    private readonly store: HeldDeliveriesStore,
    private readonly attempts: WebhookAttempts,
    private readonly audit: Audit,
    private readonly producer: JobProducer,
  ) {}

  /** Throws `not_found`. */
  async hold(name: string): Promise<HoldView> {
    const account = await this.accounts.get(name);
    if (!(await this.store.hold(account.id))) throwClosedAccount();
    await this.audit.record(account, { action: 'hold' });
    return { object: 'hold', holding: true, held: await this.store.count(account.id) };
  }

  /**
   * Sends held webhooks one after the other. Then it ends the hold, which sends those that were added during
   * the release. An interrupted release, for example by `signal`, leaves the rest held. Throws `not_found`,
   * `bad_request` when the order contains a delivery that is not held, and `service_unavailable` during
   * another release.
   */
  async release(name: string, { order }: ReleaseWebhooksDto, signal: AbortSignal): Promise<ReleaseView> {
    const account = await this.accounts.get(name);
    if (this.releasing.has(account.id))
      fail('service_unavailable', 'webhooks of this sandbox are already being released; retry');
    this.releasing.add(account.id);
    try {
      await this.store.holdPending(account.id);
      const ids = await this.inOrder(account, order);
      const hold = await this.store.beginRelease(account.id);
      if (hold === undefined) return throwClosedAccount();
      await this.audit.record(account, { action: 'release' });
      return await this.send(account, ids, hold, signal);
    } finally {
      this.releasing.delete(account.id);
    }
  }

  private async send(
    account: Account,
    ids: readonly string[],
    hold: Hold,
    signal: AbortSignal,
  ): Promise<ReleaseView> {
    const attempts = new ReleasedAttempts();
    const postponed: AttemptKey[] = [];
    for (const id of ids) {
      if (signal.aborted) break;
      const key = await this.sendOne(account, id, hold);
      const attempt = key && (await this.find(key));
      if (attempt) attempts.add(attempt);
      else if (key) postponed.push(key);
    }
    // A later webhook may have sent those that a fault postponed.
    for (const key of postponed) attempts.add(await this.find(key));
    if (!signal.aborted) await this.endRelease(account, hold);
    // Throws if the sandbox has been reset.
    await this.directory.get(account.id);
    const { delivered, failed, data } = attempts;
    return { object: 'release', delivered, failed, held: await this.store.count(account.id), data };
  }

  private async endRelease({ id: accountId }: Account, hold: Hold): Promise<void> {
    const freed = await this.store.endRelease(accountId, hold);
    this.producer.add(freed.map((delivery) => deliveryJob(delivery, delivery.attemptCount, 0)));
  }

  private async sendOne({ id: accountId }: Account, id: string, hold: Hold): Promise<AttemptKey | undefined> {
    const claimed = await this.store.claim(id, accountId, hold);
    if (!claimed) return undefined;
    await this.attempts.make(claimed, { hold });
    return { deliveryId: id, number: claimed.attempt };
  }

  /** `undefined`: the attempt was not made, or the sandbox was reset. */
  private async find(key: AttemptKey): Promise<AttemptView | undefined> {
    const attempt = await this.database.webhookAttempt.findFirst({
      where: key,
      include: { delivery: true },
    });
    return attempt ? attemptView(attempt, attempt.delivery.uri) : undefined;
  }

  private async inOrder(
    { id: accountId }: Account,
    order: ReleaseWebhooksDto['order'],
  ): Promise<readonly string[]> {
    const held = await this.store.list(accountId);
    if (order === undefined) return held;
    if (order === 'reversed') return held.toReversed();
    const known = await this.database.webhookDelivery.findMany({
      where: { accountId, id: { in: order } },
      select: { id: true },
    });
    const unknown = order.find((id) => !known.some((one) => one.id === id));
    if (unknown !== undefined) failNotFound('delivery', unknown);
    const other = order.find((id) => !held.includes(id));
    if (other !== undefined) fail('bad_request', `order contains ${other}, which is not held`);
    return [...order, ...held.filter((id) => !order.includes(id))];
  }
}
