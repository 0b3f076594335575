import { Injectable } from '@nestjs/common';
import { sign } from '#domain/webhooks/signature.js';
import { INTERRUPTED, type DeliveryVerdict } from '#domain/webhooks/retry-schedule.js';
import { Clock } from '#platform/clock/clock.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { Log } from '#platform/logging/log.js';
import { forRequest } from '#platform/logging/request-context.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { ScheduledWork, type Happening, type ScheduledItem } from '../schedule/scheduled-work.js';
import { DELIVERY_QUEUE, deliveryJob, receiverOf } from './delivery-job.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryStore, pendingDeliveries, type ClaimedDelivery } from './delivery.store.js';
import { ReceiverQueues } from './receiver-queues.js';
import { WebhookSender, type OwnHeaders, type SentAttempt } from './webhook-sender.js';

/** How long stopping waits for receivers. */
const DRAIN_TIMEOUT_MS = 10_000;

/** What was answered, and what follows; without a verdict another worker has gone on meanwhile. */
interface Attempted {
  readonly sent: SentAttempt;
  readonly verdict: DeliveryVerdict | undefined;
}

/** Delivers webhooks: at least once, each attempt recorded, tried again on the schedule until it arrives. */
@Injectable()
export class WebhookDeliveryProcessor extends ScheduledWork {
  readonly queue = DELIVERY_QUEUE;
  readonly concurrency = 16;
  readonly rank = 1;
  readonly changesState = false;
  readonly kinds = {
    delivery: 'The webhook is sent.',
    retry: 'The webhook is sent again: the attempt before did not arrive.',
  };
  /** An attempt may begin as another releases their receiver, and is not about that one's request. */
  private readonly queues = new ReceiverQueues((id, release) => forRequest(undefined, () => this.attempt(id, release)));

  constructor(
    private readonly store: DeliveryStore,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly producer: JobProducer,
    private readonly watch: AccountWatch,
    private readonly log: Log,
    private readonly metrics: DeliveryMetrics,
  ) {
    super();
    metrics.watch(this.queues);
  }

  /** Only puts the delivery into its receiver's queue: a job never waits for a receiver. A job of an older release names none, and is left to the sweep. */
  handle(deliveryId: string, receiver?: string): Promise<void> {
    if (receiver !== undefined) this.queues.add(receiver, deliveryId);
    return Promise.resolve();
  }

  pending(machineNow: Date): Prisma.Sql {
    return pendingDeliveries(machineNow);
  }

  async perform({ id }: ScheduledItem, clockMoveId: string): Promise<Happening | undefined> {
    const delivery = await this.store.claim(id, clockMoveId);
    if (!delivery) return undefined;
    const { sent, verdict } = await forRequest(delivery.requestId ?? undefined, () => this.make(delivery));
    const { status, error } = sent;
    return { outcome: verdict?.status ?? INTERRUPTED, event: delivery.eventId, delivery: id, status, error };
  }

  async sweep(): Promise<number> {
    const overdue = await this.store.findOverdue();
    for (const { id, uri } of overdue) this.queues.add(receiverOf(uri), id);
    return overdue.length;
  }

  /** Attempts under way are given a moment; then they are broken off, and made again by whoever runs next. */
  override async drain(): Promise<void> {
    const impatience = setTimeout(() => this.sender.abort(), DRAIN_TIMEOUT_MS);
    await this.queues.close();
    clearTimeout(impatience);
  }

  /** Never rejects: what cannot be written down now is swept up when its claim runs out. */
  private async attempt(id: string, release: () => void): Promise<void> {
    const report = (error: unknown): void => this.log.error('a webhook attempt could not be recorded', error, { delivery: id });
    const delivery = await this.store.claim(id, null).catch(report);
    if (delivery) await forRequest(delivery.requestId ?? undefined, () => this.makeAndPlan(delivery, release).catch(report));
  }

  private async makeAndPlan(delivery: ClaimedDelivery, release: () => void): Promise<void> {
    const { verdict } = await this.make(delivery, release);
    if (verdict?.status === 'pending') this.producer.add([deliveryJob(delivery, delivery.attempt, verdict.delayMs)]);
  }

  /** Sends it, and writes down what came of it; `release` is called in between. */
  private async make(delivery: ClaimedDelivery, release = (): void => undefined): Promise<Attempted> {
    const { id, uri, body, attempt, createdAt } = delivery;
    const [startedAt, machineAt] = [this.clock.now(delivery), this.clock.machineNow()];
    const sent = await this.sender.send(uri, body, this.headersOf(delivery, startedAt), delivery.timeoutMs);
    release();
    const verdict = await this.store.finish(delivery, sent, startedAt, machineAt);
    this.metrics.attempted(sent, verdict, this.clock.now(delivery).getTime() - createdAt.getTime());
    void this.watch.writtenFor(delivery.accountId);
    const { status, error, durationMs } = sent;
    this.log.info('webhook attempt', {
      event: delivery.eventId,
      delivery: id,
      attempt,
      status,
      error,
      durationMs,
      verdict: verdict?.status,
    });
    return { sent, verdict };
  }

  /** Receivers check freshness against their own clocks: the signature has the machine's time, unless the sandbox says that theirs is moved too. */
  private headersOf({ body, secret, epoch, requestId, signatureTime }: ClaimedDelivery, now: Date): OwnHeaders {
    return {
      ...sign(body, secret, signatureTime === 'sandbox' ? now : this.clock.machineNow()),
      'Tollgate-Time': now.toISOString(),
      'Tollgate-Epoch': String(epoch),
      ...(requestId !== null && { 'X-Request-Id': requestId }),
    };
  }
}
