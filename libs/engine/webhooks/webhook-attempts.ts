import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Log } from '#platform/logging/log.js';
import { trigger } from '#platform/logging/request-context.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { FAULT_HEADER } from '../faults/fault-header.js';
import { bodiesOf, signingSecrets, type AttemptChange } from './rules/attempt-change.js';
import type { DeliveryVerdict } from './rules/retry-schedule.js';
import { signMistaken } from './rules/signature-mistakes.js';
import { sign, type SignatureHeaders } from './rules/signature.js';
import type { AttemptTimes } from './attempt-outcome.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryStore } from './delivery.store.js';
import { WebhookFaults, type Attempt, type AttemptResult, type AttemptTerms } from './webhook-faults.js';
import { notSent, WebhookSender, type OwnHeaders, type SentAttempt } from './webhook-sender.js';

/** Makes the attempts of claimed deliveries, scheduled and extra ones. */
@Injectable()
export class WebhookAttempts {
  constructor(
    private readonly faults: WebhookFaults,
    private readonly store: DeliveryStore,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly watch: AccountWatch,
    private readonly log: Log,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Makes the claimed attempt. A fault may change, postpone or repeat it. */
  make(delivery: ClaimedDelivery, terms: AttemptTerms = {}): Promise<AttemptResult> {
    return this.faults.inject(delivery, terms, this.attempt);
  }

  /** Makes the claimed attempt with this change, and without faults. */
  async makeChanged(delivery: ClaimedDelivery, change: AttemptChange | undefined): Promise<SentAttempt> {
    const { sent } = await this.attempt(delivery, change && { change });
    if (!sent) throw new Error('An attempt without a fault was postponed');
    return sent;
  }

  /** One attempt: signs the webhook, sends it, frees the receiver and records the outcome. */
  private readonly attempt: Attempt = async (delivery, { fault, error, change } = {}, release) => {
    const times = { startedAt: this.clock.now(delivery), machineAt: this.clock.machineNow() };
    const bodies = bodiesOf(delivery.body, change ?? {});
    const headers = {
      ...signatures(delivery, bodies.signed, times, change ?? {}),
      ...ownHeaders(delivery, times),
      ...(fault !== undefined && { [FAULT_HEADER]: fault }),
    };
    const sent =
      error === undefined
        ? await this.sender.send(delivery.uri, bodies.sent, headers, delivery.timeoutMs, {
            secret: delivery.secret,
            hangsUp: change?.hangsUp,
          })
        : notSent(headers, error);
    release?.();
    const ended = { ...sent, ...times, fault: fault ?? null, change: change ?? null, triggerId: trigger() };
    const verdict = await this.store.finish(delivery, ended);
    this.report(delivery, sent, verdict);
    return { sent, verdict };
  };

  private report(delivery: ClaimedDelivery, sent: SentAttempt, verdict: DeliveryVerdict | undefined): void {
    const { id, eventId: event, accountId, attempt, createdAt } = delivery;
    const { status, error, durationMs } = sent;
    this.metrics.attempted(sent, verdict, this.clock.now(delivery).getTime() - createdAt.getTime());
    void this.watch.writtenFor(accountId);
    this.log.info('webhook attempt', {
      event,
      delivery: id,
      attempt,
      trigger: delivery.trigger,
      status,
      error,
      durationMs,
      verdict: verdict?.status,
    });
  }
}

/**
 * A signature for each secret, comma-separated; without secrets no headers. Receivers check freshness against
 * their own clocks: the signature has machine time unless `signature_time` is `sandbox`.
 */
function signatures(
  { secret, signatureTime }: ClaimedDelivery,
  body: string,
  { startedAt, machineAt }: AttemptTimes,
  change: AttemptChange,
): Partial<SignatureHeaders> {
  const signedAt = signatureTime === 'sandbox' ? startedAt : machineAt;
  const at = new Date(signedAt.getTime() - (change.ageMs ?? 0));
  if (change.mistake !== undefined) return signMistaken(body, secret, at, change.mistake);
  const signed = signingSecrets(secret, change).map((one) => sign(body, one, at));
  const joined = signed.map((headers) => headers['Omise-Signature']).join(',');
  return signed[0] ? { ...signed[0], 'Omise-Signature': joined } : {};
}

function ownHeaders(
  { epoch, requestId, attempt, trigger }: ClaimedDelivery,
  { startedAt }: AttemptTimes,
): OwnHeaders {
  return {
    'Tollgate-Time': startedAt.toISOString(),
    'Tollgate-Epoch': String(epoch),
    'Tollgate-Attempt': String(attempt),
    'Tollgate-Trigger': trigger,
    ...(requestId !== null && { 'X-Request-Id': requestId }),
  };
}
