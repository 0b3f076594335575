import { Injectable } from '@nestjs/common';
import type { Prisma } from '#platform/database/generated/client.js';
import type { NewJob } from '#platform/jobs/job.js';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { trigger, workingFor } from '#platform/logging/request-context.js';
import { DueWork, type DoneItem, type DueOutcome, type Work } from '../due-work/due-work.js';
import { INTERRUPTED } from './rules/retry-schedule.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DELIVERY_QUEUE, deliveryJob, receiverOf } from './delivery-job.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryQueries, pendingDeliveries } from './delivery.queries.js';
import { DeliveryStore } from './delivery.store.js';
import { ReceiverQueues } from './receiver-queues.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookSender } from './webhook-sender.js';

/** The longest wait for receivers when the process stops. */
const DRAIN_TIMEOUT_MS = 10_000;
/** The outcome of a webhook that a fault postponed. */
const POSTPONED = 'postponed';

/** Delivers webhooks at least once. Each attempt is recorded, and failed ones are retried on the schedule. */
@Injectable()
export class DeliveryDueWork extends DueWork {
  protected readonly table = 'webhook_delivery';
  readonly name = DELIVERY_QUEUE;
  override readonly concurrency = 16;
  readonly rank = 3;
  override readonly changesState = false;
  readonly kinds = {
    delivery: 'First attempt.',
    retry: 'Previous attempt failed.',
  };
  /**
   * An attempt may start in the asynchronous context of another one, and must not be logged with its request.
   */
  private readonly queues = new ReceiverQueues((id, release) =>
    workingFor({}, () => this.attempt(id, release)),
  );

  constructor(
    private readonly store: DeliveryStore,
    private readonly queries: DeliveryQueries,
    private readonly attempts: WebhookAttempts,
    private readonly sender: WebhookSender,
    private readonly producer: JobProducer,
    metrics: DeliveryMetrics,
  ) {
    super();
    metrics.watch(this.queues);
  }

  /**
   * Only queues the delivery: a job never waits for a receiver. Jobs of older releases name no receiver and
   * are left to the sweep.
   */
  override handle(deliveryId: string, receiver?: string): Promise<void> {
    this.take(deliveryId, receiver);
    return Promise.resolve();
  }

  override take(deliveryId: string, receiver?: string): void {
    if (receiver !== undefined) this.queues.add(receiver, deliveryId);
  }

  pending(machineNow: Date): Prisma.Sql {
    return pendingDeliveries(machineNow);
  }

  async perform({ id }: Work, clockMoveId: string | null): Promise<DueOutcome | undefined> {
    const delivery = await this.store.claim(id, clockMoveId);
    if (!delivery) return undefined;
    const { sent, verdict } = await inLogsOf(delivery, () => this.attempts.make(delivery));
    if (!sent) return { outcome: POSTPONED, event: delivery.eventId, delivery: id };
    const { status, error } = sent;
    const { eventId: event, attempt } = delivery;
    return { outcome: verdict?.status ?? INTERRUPTED, event, delivery: id, attempt, status, error };
  }

  override doneSince(accountId: string, snapshot: string): Promise<readonly DoneItem[]> {
    return this.queries.attemptsSince(accountId, snapshot);
  }

  override async sweep(): Promise<number> {
    const overdue = await this.queries.findOverdue();
    for (const { id, uri } of overdue) this.queues.add(receiverOf(uri), id);
    return overdue.length;
  }

  /** None: attempts add the jobs of their retries. */
  override upcomingJobs(): Promise<readonly NewJob[]> {
    return Promise.resolve([]);
  }

  /** Waits for attempts in progress, then aborts them. Another worker retries aborted ones. */
  override async drain(): Promise<void> {
    const limit = setTimeout(() => this.sender.abort(), DRAIN_TIMEOUT_MS);
    await this.queues.close();
    clearTimeout(limit);
  }

  /**
   * Claims the delivery, makes the attempt and plans the next one. Never rejects: after an error, a sweep
   * retries once the claim has expired.
   */
  private async attempt(id: string, release: () => void): Promise<void> {
    const report = (error: unknown): undefined => {
      this.log.error('recording a webhook attempt failed', error, { delivery: id });
    };
    const delivery = await this.store.claim(id, null).catch(report);
    if (!delivery) return;
    const made = await inLogsOf(delivery, () => this.attempts.make(delivery, { release }).catch(report));
    if (made?.verdict?.status === 'pending')
      this.producer.add([deliveryJob(delivery, delivery.attempt, made.verdict.delayMs)]);
  }
}

/** Logs have the request of the event. What sets off the attempt is another entry: the schedule or a clock move. */
function inLogsOf<T>({ requestId }: ClaimedDelivery, work: () => Promise<T>): Promise<T> {
  return workingFor({ requestId: requestId ?? undefined, trigger: trigger() ?? undefined }, work);
}
