import { Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#domain/errors.js';
import { Database } from '#platform/database/database.js';
import { JobProducer } from '#platform/jobs/job-producer.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory, failOfClosed } from '../accounts/account-directory.js';
import { SandboxAccounts } from '../accounts/sandbox-accounts.js';
import { Acts } from '../acts/acts.js';
import { deliveryJob } from '../webhooks/delivery-job.js';
import { FaultyAttempts } from '../webhooks/faulty-attempts.js';
import { HeldDeliveriesStore, type Hold } from '../webhooks/held-deliveries.store.js';
import type { ReleaseWebhooksDto } from './delivery.dto.js';
import { attemptView, type AttemptView, type HoldView, type ReleaseView } from './delivery.view.js';

/** Attempts that an answer tells of. */
const MAX_TOLD = 1_000;

/** An attempt that was claimed. */
interface AttemptKey {
  readonly deliveryId: string;
  readonly number: number;
}

/** What a release answers of its attempts. */
class ToldAttempts {
  readonly data: AttemptView[] = [];
  delivered = 0;
  failed = 0;

  add(attempt: AttemptView | undefined): void {
    if (!attempt) return;
    if (attempt.error === null) this.delivered += 1;
    else this.failed += 1;
    if (this.data.length < MAX_TOLD) this.data.push(attempt);
  }
}

/** Looking at webhooks before they leave, and letting them go in an order of one's own. */
@Injectable()
export class HeldWebhooksService {
  /** Accounts that this process releases webhooks of. */
  private readonly releasing = new Set<string>();

  constructor(
    private readonly accounts: SandboxAccounts,
    private readonly directory: AccountDirectory,
    private readonly database: Database,
    private readonly store: HeldDeliveriesStore,
    private readonly attempts: FaultyAttempts,
    private readonly acts: Acts,
    private readonly producer: JobProducer,
  ) {}

  /** Throws `not_found`. */
  async hold(name: string): Promise<HoldView> {
    const account = await this.accounts.get(name);
    if (!(await this.store.hold(account.id))) failOfClosed();
    await this.acts.record(account, { action: 'hold' });
    return { object: 'hold', holding: true, held: await this.store.count(account.id) };
  }

  /**
   * Sends what is held, each once the one before was answered; what comes meanwhile is sent afterwards. Holding ends with the last of them: a release that
   * is cut off, also by `signal`, leaves the rest held. Throws `not_found`, `bad_request` when the order names what is not held, and
   * `service_unavailable` when a release is under way.
   */
  async release(name: string, { order }: ReleaseWebhooksDto, signal: AbortSignal): Promise<ReleaseView> {
    const account = await this.accounts.get(name);
    if (this.releasing.has(account.id)) fail('service_unavailable', 'webhooks of this sandbox are being released; try again');
    this.releasing.add(account.id);
    try {
      await this.store.holdPending(account.id);
      const ids = await this.inOrder(account, order);
      const hold = await this.store.beginRelease(account.id);
      if (hold === undefined) return failOfClosed();
      await this.acts.record(account, { action: 'release' });
      return await this.send(account, ids, hold, signal);
    } finally {
      this.releasing.delete(account.id);
    }
  }

  private async send(account: Account, ids: readonly string[], hold: Hold, signal: AbortSignal): Promise<ReleaseView> {
    const told = new ToldAttempts();
    const putOff: AttemptKey[] = [];
    for (const id of ids) {
      if (signal.aborted) break;
      const key = await this.sendOne(account, id, hold);
      const attempt = key && (await this.find(key));
      if (attempt) told.add(attempt);
      else if (key) putOff.push(key);
    }
    // What a fault put off may have been sent along with a later one.
    for (const key of putOff) told.add(await this.find(key));
    if (!signal.aborted) await this.endRelease(account, hold);
    // They are written where they belong, but the caller's sandbox may have begun anew.
    await this.directory.get(account.id);
    const { delivered, failed, data } = told;
    return { object: 'release', delivered, failed, held: await this.store.count(account.id), data };
  }

  private async endRelease({ id: accountId }: Account, hold: Hold): Promise<void> {
    const freed = await this.store.endRelease(accountId, hold);
    this.producer.add(freed.map((delivery) => deliveryJob(delivery, delivery.attemptCount, 0)));
  }

  private async sendOne({ id: accountId }: Account, id: string, hold: Hold): Promise<AttemptKey | undefined> {
    const claimed = await this.store.claim(id, accountId, hold);
    if (!claimed) return undefined;
    await this.attempts.make(claimed, undefined, hold);
    return { deliveryId: id, number: claimed.attempt };
  }

  /** `undefined`: it was not made, or is another epoch's by now. */
  private async find(deliveryId_number: AttemptKey): Promise<AttemptView | undefined> {
    const attempt = await this.database.webhookAttempt.findUnique({ where: { deliveryId_number }, include: { delivery: true } });
    return attempt ? attemptView(attempt, attempt.delivery.uri) : undefined;
  }

  private async inOrder({ id: accountId }: Account, order: ReleaseWebhooksDto['order']): Promise<readonly string[]> {
    const held = await this.store.list(accountId);
    if (order === undefined) return held;
    if (order === 'reversed') return held.toReversed();
    const known = await this.database.webhookDelivery.findMany({ where: { accountId, id: { in: order } }, select: { id: true } });
    const unknown = order.find((id) => !known.some((one) => one.id === id));
    if (unknown !== undefined) failNotFound('delivery', unknown);
    const other = order.find((id) => !held.includes(id));
    if (other !== undefined) fail('bad_request', `order names ${other}, which is not held`);
    return [...order, ...held.filter((id) => !order.includes(id))];
  }
}
