import { Injectable } from '@nestjs/common';
import { judgeAttempt, type DeliveryVerdict } from '#domain/webhooks/retry-schedule.js';
import { sign } from '#domain/webhooks/signature.js';
import { Clock } from '#platform/clock/clock.js';
import { Log } from '#platform/logging/log.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { FAULT_HEADER } from '../faults/fired-faults.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DeliveryStore } from './delivery.store.js';
import { notSent, WebhookSender, type OwnHeaders, type SentAttempt } from './webhook-sender.js';

/** What was answered, if it was sent, and what follows for the delivery; without a verdict nothing does. */
export interface Attempted {
  readonly sent: SentAttempt | undefined;
  readonly verdict: DeliveryVerdict | undefined;
}

/** How a fault has an attempt differ from what it would be. */
export interface AttemptChange {
  /** The name of the fault. */
  readonly fault: string;
  /** Not sent at all: ends with this error. */
  readonly error?: string;
  /** What is sent in the place of the body that is signed. */
  readonly body?: string;
  /** What it is signed with, and how many milliseconds before it is. */
  readonly secret?: string;
  readonly ageMs?: number;
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
  async make(delivery: ClaimedDelivery, release = (): void => undefined, change?: AttemptChange): Promise<Attempted> {
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

/** What the delivery comes to. An attempt that the schedule did not ask for can only deliver it. */
function verdictOn(
  { trigger, scheduledCount, retryDelaysMs, isOwnAddress }: ClaimedDelivery,
  sent: SentAttempt,
): DeliveryVerdict | undefined {
  const verdict = judgeAttempt(sent, scheduledCount, retryDelaysMs);
  return trigger === 'schedule' || (isOwnAddress && verdict.status === 'delivered') ? verdict : undefined;
}
