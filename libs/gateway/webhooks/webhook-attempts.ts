import { Injectable } from '@nestjs/common';
import { judgeAttempt, type DeliveryVerdict } from '#domain/webhooks/retry-schedule.js';
import { sign } from '#domain/webhooks/signature.js';
import { Clock } from '#platform/clock/clock.js';
import { Log } from '#platform/logging/log.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { FAULT_HEADER } from '../faults/fault-header.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DeliveryStore } from './delivery.store.js';
import { notSent, WebhookSender, type OwnHeaders, type SentAttempt } from './webhook-sender.js';

/** An attempt that was made, and its verdict. Without `sent` it was postponed; without a verdict the delivery keeps its status. */
export interface AttemptResult {
  readonly sent: SentAttempt | undefined;
  readonly verdict: DeliveryVerdict | undefined;
}

/** A fault's change of an attempt. */
export interface AttemptChange {
  /** The name of the fault. */
  readonly fault: string;
  /** The attempt is not sent, and fails with this error. */
  readonly error?: string;
  /** Sent instead of the body that is signed. */
  readonly body?: string;
  /** Another secret to sign with, and how old the signature is. */
  readonly secret?: string;
  readonly ageMs?: number;
}

/** Makes claimed attempts, scheduled and extra ones. */
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

  /** Sends the webhook, calls `release`, and records the outcome. */
  async make(delivery: ClaimedDelivery, release = (): void => undefined, change?: AttemptChange): Promise<AttemptResult> {
    const { id, uri, body, attempt, trigger, createdAt } = delivery;
    const times = { startedAt: this.clock.now(delivery), machineAt: this.clock.machineNow() };
    const headers = this.headersOf(delivery, times.startedAt, change);
    const sent =
      change?.error === undefined
        ? await this.sender.send(uri, change?.body ?? body, headers, delivery.timeoutMs)
        : notSent(headers, change.error);
    release();
    const decided = verdictOn(delivery, sent);
    const isInForce = await this.store.finish(delivery, sent, decided, { ...times, fault: change?.fault ?? null });
    const verdict = isInForce ? decided : undefined;
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
  private headersOf(delivery: ClaimedDelivery, now: Date, change: AttemptChange | undefined): OwnHeaders {
    const { body, secret, epoch, requestId, signatureTime, attempt, trigger } = delivery;
    const signedAt = signatureTime === 'sandbox' ? now : this.clock.machineNow();
    return {
      ...sign(body, change?.secret ?? secret, new Date(signedAt.getTime() - (change?.ageMs ?? 0))),
      'Tollgate-Time': now.toISOString(),
      'Tollgate-Epoch': String(epoch),
      'Tollgate-Attempt': String(attempt),
      'Tollgate-Trigger': trigger,
      ...(requestId !== null && { 'X-Request-Id': requestId }),
      ...(change && { [FAULT_HEADER]: change.fault }),
    };
  }
}

/** The new status of the delivery. An extra attempt can only make it `delivered`. */
function verdictOn(
  { trigger, scheduledCount, retryDelaysMs, isOwnAddress }: ClaimedDelivery,
  sent: SentAttempt,
): DeliveryVerdict | undefined {
  const verdict = judgeAttempt(sent, scheduledCount, retryDelaysMs);
  return trigger === 'schedule' || (isOwnAddress && verdict.status === 'delivered') ? verdict : undefined;
}
