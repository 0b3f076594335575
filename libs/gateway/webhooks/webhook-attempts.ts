import { Injectable } from '@nestjs/common';
import type { DeliveryVerdict } from '#domain/webhooks/retry-schedule.js';
import { sign } from '#domain/webhooks/signature.js';
import { Clock } from '#platform/clock/clock.js';
import { Log } from '#platform/logging/log.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DeliveryStore } from './delivery.store.js';
import { WebhookSender, type OwnHeaders, type SentAttempt } from './webhook-sender.js';

/** What was answered, and what follows for the delivery; without a verdict nothing does. */
export interface Attempted {
  readonly sent: SentAttempt;
  readonly verdict: DeliveryVerdict | undefined;
}

/** Makes attempts that have been claimed, whoever asked for them. */
@Injectable()
export class WebhookAttempts {
  constructor(
    private readonly store: DeliveryStore,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly watch: AccountWatch,
    private readonly log: Log,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Sends it, and writes down what came of it; `release` is called in between. */
  async make(delivery: ClaimedDelivery, release = (): void => undefined): Promise<Attempted> {
    const { id, uri, body, attempt, trigger, createdAt } = delivery;
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
      trigger,
      status,
      error,
      durationMs,
      verdict: verdict?.status,
    });
    return { sent, verdict };
  }

  /** Receivers check freshness against their own clocks: the signature has the machine's time, unless the sandbox says that theirs is moved too. */
  private headersOf({ body, secret, epoch, requestId, signatureTime, attempt, trigger }: ClaimedDelivery, now: Date): OwnHeaders {
    return {
      ...sign(body, secret, signatureTime === 'sandbox' ? now : this.clock.machineNow()),
      'Tollgate-Time': now.toISOString(),
      'Tollgate-Epoch': String(epoch),
      'Tollgate-Attempt': String(attempt),
      'Tollgate-Trigger': trigger,
      ...(requestId !== null && { 'X-Request-Id': requestId }),
    };
  }
}
